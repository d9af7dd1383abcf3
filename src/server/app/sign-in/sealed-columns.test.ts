import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { authAppForTest } from '#server/app/testing.ts'

const site = await authAppForTest()
afterAll(() => site.close())

it('shows programs the state of webhooks and emails, and no encrypted column', async () => {
  await site.test.asOwner(
    `insert into webhooks (url, description, events, sealed_secret) values ('https://a.example/', 'theirs', '{booking.created}', 'sealed');
     insert into outbox (channel, kind, sealed, recipient) values ('letter', 'account', 'sealed', 'ada@example.com')`,
  )
  const token = await site.auth.keys.sign({ aud: 'authenticated', role: 'service_role' }, 600)
  const client = createClient(site.url, token, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })

  for (const [table, column] of [
    ['webhooks', 'sealed_secret'],
    ['webhooks', 'sealed_previous'],
    ['outbox', 'sealed'],
  ] as const) {
    for (const { error, status } of [
      await client.from(table).select(column),
      await client.from(table).select('id').like(column, 's%'),
      await client.from(table).select('id').order(column),
      await client.from(table).select(),
      await client
        .from(table)
        .update({ [column]: 'mine' })
        .not('id', 'is', null),
    ]) {
      expect([table, column, status, error?.code]).toEqual([table, column, 403, '42501'])
    }
  }
  const webhook = { url: 'https://b.example/', description: 'mine', events: ['booking.created'] }
  expect((await client.from('webhooks').insert({ ...webhook, sealed_secret: 'x' })).error?.code).toBe('42501')

  const hooks = client.from('webhooks')
  expect((await hooks.select('url,is_active')).data).toEqual([{ url: 'https://a.example/', is_active: true }])
  expect(
    (await hooks.update({ is_active: false }).eq('description', 'theirs').select('is_active')).data,
  ).toEqual([{ is_active: false }])
  const letters = client.from('outbox')
  expect((await letters.select('kind,recipient,state')).data).toEqual([
    { kind: 'account', recipient: 'ada@example.com', state: 'waiting' },
  ])
  expect(
    (await letters.update({ state: 'failed', reason: 'by hand' }).eq('kind', 'account')).error,
  ).toBeNull()
  expect((await letters.delete().eq('kind', 'account').select('id')).data).toHaveLength(1)
  expect((await hooks.delete().eq('description', 'theirs').select('id')).data).toHaveLength(1)
})

it('knows every column that is sealed by its name', async () => {
  const columns = await site.test.asOwner<{ name: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
     where table_schema in ('auth', 'private', 'public') and column_name ~ '^sealed|secret' order by 1`,
  )
  // Add a new encrypted column to app/commands/give-up-key-queries.ts too.
  expect(columns.map(({ name }) => name)).toEqual([
    'auth.mfa_factors.secret',
    'private.host_calendars.sealed_access',
    'private.signing_keys.sealed_key',
    'public.outbox.sealed',
    'public.webhooks.sealed_previous',
    'public.webhooks.sealed_secret',
  ])
})
