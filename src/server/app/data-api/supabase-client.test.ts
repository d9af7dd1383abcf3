import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { appForTest, publishableKey } from '#server/app/testing.ts'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { ada, bob, claimsOf, notes } from '#server/lib/rest/testing.ts'

const running = await appForTest()
await running.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = running.app.server.address() as AddressInfo
// Node 20 has no WebSocket of its own and the client insists on one, though nothing here uses it.
const client = createClient(`http://127.0.0.1:${port}`, publishableKey, {
  auth: { persistSession: false },
  realtime: { transport: WebSocket as never },
})
afterAll(() => running.close())

it('Database insert into strategy_call_bookings: one row, and many', async () => {
  const one = await client.from('strategy_call_bookings').insert(booking())
  expect([one.error, one.status]).toEqual([null, 201])
  const { message: _, ...short } = booking()
  const many = await client.from('strategy_call_bookings').insert([booking(), short], { count: 'exact' })
  expect([many.error, many.status, many.count]).toEqual([null, 201, 2])
  expect((await client.from('contact_messages').insert(message())).status).toBe(201)
})

it('Database insert into user_interactions', async () => {
  const session_id = crypto.randomUUID()
  const row = {
    session_id,
    event_type: 'page_view',
    event_data: { view: 'home' },
    page_url: 'http://127.0.0.1:3000/?view=home',
    user_agent: 'a test',
    referrer: '',
  }
  const { error, status } = await client.from('user_interactions').insert(row)
  expect([error, status]).toEqual([null, 201])
  const stored = 'select event_type, event_data from user_interactions where session_id = $1'
  expect(await running.test.asOwner(stored, [session_id])).toEqual([
    { event_type: 'page_view', event_data: { view: 'home' } },
  ])
})

it('hears why a row is refused', async () => {
  const { error, status } = await client.from('strategy_call_bookings').insert(booking({ email: 'nobody' }))
  expect([status, error?.code, error?.hint]).toEqual([400, '23514', 'email must look like name@example.com'])
  const id = crypto.randomUUID()
  await client.from('contact_messages').insert(message({ id }))
  const again = await client.from('contact_messages').insert(message({ id }))
  expect([again.status, again.error?.code]).toEqual([409, '23505'])
})

it('reads, changes and deletes nothing', async () => {
  const table = () => client.from('strategy_call_bookings')
  for (const attempt of [
    table().select(),
    table().select('id', { count: 'exact', head: true }),
    table().insert(booking()).select(),
    table().upsert(booking({ id: crypto.randomUUID() })),
    table().update({ name: 'Mallory' }).neq('name', ''),
    table().delete().neq('name', ''),
  ]) {
    const { data, status } = await attempt
    expect([data, status]).toEqual([null, 401])
  }
})

it('is refused a broadcast by request, with the alternative', async () => {
  const channel = client.realtime.channel('lobby')
  expect(await channel.send({ type: 'broadcast', event: 'cursor', payload: { x: 1 } })).toBe('error')
  await expect(channel.httpSend('cursor', { x: 1 })).rejects.toThrow(
    'Only a WebSocket is offered here, at /realtime/v1/websocket. Channels carry postgres_changes of',
  )
})

describe('somebody signed in', async () => {
  await running.test.asOwner(notes)
  /** The client of a person with these claims. */
  const clientOf = async (sub: string, change: object = {}) => {
    const token = await running.auth.keys.sign(claimsOf(sub, change), 600)
    return createClient(`http://127.0.0.1:${port}`, publishableKey, {
      accessToken: async () => token,
      realtime: { transport: WebSocket as never },
    })
  }
  const hers = await clientOf(ada)
  const his = await clientOf(bob, { aal: 'aal2' })

  it('reads their own rows, ordered and shaped', async () => {
    const all = await hers.from('notes').select('id, words:title, place:data->city->>name').order('id')
    expect([all.error, all.status, all.data]).toEqual([
      null,
      200,
      [
        { id: 1, words: 'alpha', place: 'Paris' },
        { id: 2, words: 'beta, "quoted"', place: 'Rome' },
        { id: 3, words: 'gamma (2)', place: null },
      ],
    ])
    expect((await his.from('notes').select('title')).data).toEqual([{ title: 'delta' }])
  })

  it('reads by page, with and without a count', async () => {
    const page = await hers.from('notes').select('id', { count: 'exact' }).order('id').range(1, 1)
    expect([page.status, page.count, page.data]).toEqual([206, 3, [{ id: 2 }]])
    const counted = await hers.from('notes').select('*', { count: 'exact', head: true }).gt('id', 1)
    expect([counted.status, counted.count, counted.data]).toEqual([200, 2, null])
    const beyond = await hers.from('notes').select('id', { count: 'exact' }).range(10, 20)
    expect([beyond.status, beyond.error?.code]).toEqual([416, 'PGRST103'])
  })

  it('reads one row', async () => {
    const one = await hers.from('notes').select('id').eq('id', 1).single()
    expect([one.status, one.data]).toEqual([200, { id: 1 }])
    const none = await hers.from('notes').select('id').eq('id', 4).single()
    expect([none.status, none.error?.code, none.error?.details]).toEqual([
      406,
      'PGRST116',
      'The result contains 0 rows',
    ])
    expect((await hers.from('notes').select('id').eq('id', 1).maybeSingle()).data).toEqual({ id: 1 })
    const missing = await hers.from('notes').select('id').eq('id', 4).maybeSingle()
    expect([missing.error, missing.data]).toEqual([null, null])
    const two = await hers.from('notes').select('id').lt('id', 3).maybeSingle()
    expect(two.error?.code).toBe('PGRST116')
  })

  it('inserts, changes and removes their own rows and no others', async () => {
    const made = await hers
      .from('notes')
      .insert({ title: 'new', tags: ['x'] })
      .select('id, owner')
      .single()
    expect([made.status, made.data?.owner]).toEqual([201, ada])
    const silent = await hers.from('notes').update({ score: 4 }).eq('title', 'new')
    expect([silent.error, silent.status, silent.data]).toEqual([null, 204, null])
    const shown = await hers.from('notes').update({ score: 5 }).eq('title', 'new').select('score')
    expect([shown.status, shown.data]).toEqual([200, [{ score: 5 }]])
    const merged = await hers
      .from('notes')
      .upsert({ id: made.data?.id, title: 'renamed' }, { count: 'exact' })
      .select('title')
    expect([merged.error, merged.status, merged.data]).toEqual([null, 200, [{ title: 'renamed' }]])
    const theirs = await his.from('notes').update({ score: 0 }).gt('id', 0).neq('title', 'delta').select()
    expect([theirs.error, theirs.data]).toEqual([null, []])
    const gone = await hers.from('notes').delete({ count: 'exact' }).eq('title', 'renamed')
    expect([gone.status, gone.count]).toEqual([204, 1])
    for (const all of [hers.from('notes').delete(), hers.from('notes').update({ score: 0 })]) {
      const { error, status } = await all
      expect([status, error?.code, error?.message]).toEqual([
        400,
        '21000',
        expect.stringMatching(/ requires a WHERE clause$/),
      ])
    }
    expect((await hers.from('notes').select('id', { count: 'exact', head: true })).count).toBe(3)
  })

  it('calls functions', async () => {
    expect((await hers.rpc('add', { a: 1, b: 2 })).data).toBe(3)
    expect((await hers.rpc('add', { a: 1 }, { get: true })).data).toBe(2)
    expect((await hers.rpc('pair', { items: ['x', 'y'] }, { get: true })).data).toEqual({
      first: 'x',
      amount: 2,
    })
    const rows = await hers
      .rpc('own_notes', {}, { count: 'exact' })
      .select('id')
      .gt('id', 1)
      .order('id')
      .limit(1)
    expect([rows.error, rows.count, rows.data]).toEqual([null, 2, [{ id: 2 }]])
    const posted = await hers.rpc(
      'tagged',
      { filter: { city: { name: 'Rome' } } },
      { head: true, count: 'exact' },
    )
    expect([posted.error, posted.count, posted.data]).toEqual([null, 1, null])
    const written = await hers.rpc('note_down', { words: 'x' }, { get: true })
    expect([written.status, written.error?.code]).toEqual([405, '25006'])
    expect((await hers.rpc('nothing')).error?.code).toBe('PGRST202')
  })

  it('is known by the claims of the token', async () => {
    expect([(await hers.rpc('level')).data, (await his.rpc('level')).data]).toEqual(['aal1', 'aal2'])
  })

  it('whose token is over is told so', async () => {
    const token = await running.auth.keys.sign(claimsOf(ada), -60)
    const late = createClient(`http://127.0.0.1:${port}`, publishableKey, {
      accessToken: async () => token,
      realtime: { transport: WebSocket as never },
    })
    const { error, status } = await late.from('notes').select()
    expect([status, error?.code, error?.message]).toEqual([401, 'PGRST303', 'JWT expired'])
  })
})
