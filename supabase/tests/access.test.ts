import { afterAll, describe, expect, it } from 'vitest'
import { isDatabaseError, type Role } from '#server/lib/db/database.ts'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { testEach } from '#shared/lib/testing.ts'

const tables = [
  { table: 'strategy_call_bookings', row: booking },
  { table: 'contact_messages', row: message },
]
const deskColumns = [
  ['strategy_call_bookings', { created_at: '2020-01-01' }],
  ['strategy_call_bookings', { status: 'confirmed' }],
  ['strategy_call_bookings', { confirmed: '[2030-01-01,2030-01-02)' }],
  ['strategy_call_bookings', { assigned_to: '00000000-0000-4000-8000-000000000000' }],
  ['strategy_call_bookings', { source: 'desk' }],
  ['strategy_call_bookings', { updated_at: '2020-01-01' }],
  ['strategy_call_bookings', { answered_at: '2020-01-01' }],
  ['contact_messages', { created_at: '2020-01-01' }],
  ['contact_messages', { status: 'spam' }],
  ['contact_messages', { assigned_to: '00000000-0000-4000-8000-000000000000' }],
  ['contact_messages', { updated_at: '2020-01-01' }],
  ['contact_messages', { answered_at: '2020-01-01' }],
] as const

const test = await testDatabase()
afterAll(() => test.close())

describe('the database', () => {
  const run = (role: Role, sql: string, values: unknown[] = []) =>
    test.database.transaction(role, {}, (tx) => tx.query<Record<string, unknown>>(sql, values))
  const refusal = (role: Role, sql: string, values?: unknown[]) =>
    run(role, sql, values).then(
      () => 'done',
      (error: unknown) => (isDatabaseError(error) ? error.code : error),
    )

  it.each(tables)('[A2] lets anon insert into $table, but not read or change it', async ({ table, row }) => {
    expect((await run('anon', ...insertion(table, row()))).rowCount).toBe(1)
    for (const sql of [
      `select * from ${table}`,
      `select id from ${table}`,
      `update ${table} set name = 'x'`,
      `delete from ${table}`,
      `truncate ${table}`,
      `insert into ${table} (name) values ('x') returning id`,
      `insert into ${table} (name) values ('x') on conflict (id) do update set name = excluded.name`,
      `lock table ${table} in share mode`,
    ]) {
      expect.soft([sql, await refusal('anon', sql)]).toEqual([sql, '42501'])
    }
  })

  it.each(tables)(
    'lets a signed-in user without a role insert rows into $table, but not read or change them',
    async ({ table, row }) => {
      expect((await run('authenticated', ...insertion(table, row()))).rowCount).toBe(1)
      expect(
        await refusal(
          'authenticated',
          `insert into ${table} (name) values ('x') on conflict (id) do update set name = excluded.name`,
        ),
      ).toBe('42501')
      expect(await refusal('authenticated', `delete from ${table}`)).toBe('42501')
      expect((await run('authenticated', `select id from ${table}`)).rowCount).toBe(0)
      expect((await run('authenticated', `update ${table} set assigned_to = null`)).rowCount).toBe(0)
      // The role has no grant on these columns, even in rows that it can read, because functions read the columns and
      // log the access.
      for (const column of ['*', 'message', 'fill_seconds', 'budget_note', 'session_id', 'landing_page']) {
        expect
          .soft([column, await refusal('authenticated', `select ${column} from ${table}`)])
          .toEqual([column, '42501'])
      }
      for (const change of ["status = 'spam'", 'answered_at = now()', "name = 'x'"])
        expect
          .soft([change, await refusal('authenticated', `update ${table} set ${change}`)])
          .toEqual([change, '42501'])
    },
  )

  it.each(tables)('lets service_role read and change $table', async ({ table, row }) => {
    await run('service_role', ...insertion(table, row({ name: 'Service' })))
    const changed = await run('service_role', `update ${table} set status = 'spam' where name = 'Service' returning *`)
    expect(changed.rows[0]).toMatchObject({ status: 'spam' })
    expect((await run('service_role', `delete from ${table} where name = 'Service'`)).rowCount).toBe(1)
  })

  it('lets service_role read, change and delete webhooks and emails', async () => {
    await test.asOwner(
      `insert into webhooks (url, events, sealed_secret) values ('https://a.example/', '{booking.created}', 'sealed');
       insert into outbox (channel, kind, sealed, recipient) values ('letter', 'account', 'sealed', 'ada@example.com')`,
    )
    for (const sql of [
      'update webhooks set is_active = false returning url, is_active',
      "update outbox set state = 'failed', reason = 'by hand' returning kind, recipient, state",
      'delete from webhooks',
      'delete from outbox',
    ])
      expect([sql, (await run('service_role', sql)).rowCount]).not.toEqual([sql, 0])
  })

  it(
    "refuses a visitor's value for a column that only the desk sets",
    testEach(deskColumns, async (table, change) => {
      const row = table === 'contact_messages' ? message(change) : booking(change)
      for (const role of ['anon', 'authenticated'] as const)
        expect([role, await refusal(role, ...insertion(table, row))]).toEqual([role, '42501'])
    }),
  )

  it('[A2] refuses a booking if the visitor sets its status, even if a grant allows this by mistake', async () => {
    await test.asOwner('grant insert (status) on strategy_call_bookings to anon')
    const row = booking({ status: 'spam' })
    expect(await refusal('anon', ...insertion('strategy_call_bookings', row))).toBe('42501')
    await test.asOwner('revoke insert (status) on strategy_call_bookings from anon')
  })

  it('gives a signed-in user without a role at least the rights of a visitor', async () => {
    const rights = (role: Role) =>
      test.asOwner<{ right: string }>(
        `select format('%s.%s %s', c.oid::regclass, a.attname, p) as right
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         cross join unnest(array['select', 'insert', 'update']) p
         where c.relnamespace = 'public'::regnamespace and has_column_privilege($1, c.oid, a.attname, p)
         union all
         select p.oid::regprocedure::text from pg_proc p
         where p.pronamespace = 'public'::regnamespace and has_function_privilege($1, p.oid, 'execute')
         union all
         select format('%s: %s', tablename, policyname) from pg_policies where schemaname = 'public' and $1 = any (roles)`,
        [role],
      )
    const [visitors, signedIn] = await Promise.all([rights('anon'), rights('authenticated')])
    expect(visitors.length).toBeGreaterThan(40)
    expect(signedIn).toEqual(expect.arrayContaining(visitors))
  })

  it('prevents every request from creating tables, and lets each request read its own JWT claims', async () => {
    for (const role of ['anon', 'authenticated', 'service_role'] as const) {
      expect(await refusal(role, 'create table public.mine ()')).toBe('42501')
    }
    const claims = {
      sub: '5f0b6d3e-5f43-4f0c-9a6c-0d5c2a8f7f11',
      role: 'authenticated',
      note: `it's \\ "q"`,
    }
    const { rows } = await test.database.transaction('authenticated', claims, (tx) =>
      tx.query('select auth.uid() as uid, auth.role() as role, auth.jwt() as jwt, current_user as "user"'),
    )
    expect(rows).toEqual([{ uid: claims.sub, role: 'authenticated', jwt: claims, user: 'authenticated' }])
  })

  it('resets the role and the JWT claims at the end of a transaction', async () => {
    await run('anon', 'select 1')
    await test.database.transaction('service_role', {}, async (tx) => {
      const { rows } = await tx.query('select auth.jwt() as jwt, current_user as "user"')
      expect(rows).toEqual([{ jwt: {}, user: 'service_role' }])
    })
  })
})
