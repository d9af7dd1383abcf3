import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { isDatabaseError, type Role } from '#server/lib/db/database.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { roles } from '#server/lib/db/types.ts'
import { testEach } from '#shared/lib/testing.ts'

/** All rights of the server's own roles, including those of PUBLIC. Add new rights to this list. */
const rights: Partial<Record<Role, { functions: string[]; tables: string[] }>> = {
  backline_call_page: {
    functions: [
      'cancel_call',
      'confirm_mailbox',
      'data_link_state',
      'erase_own_data',
      'export_own_data',
      'feed_calls',
      'move_call',
      'propose_time',
      'read_own_data',
      'request_own_data',
      'visitor_call',
    ],
    tables: [],
  },
  backline_counters: {
    functions: [],
    tables: ['private.pack_downloads: insert, select, update', 'private.rate_limit_salts: delete, insert, select'],
  },
  backline_outbox: {
    functions: [
      'available_times_near',
      'call_hosts',
      'digest_counts',
      'handover_letter_data',
      'lease_outbox',
      'meeting_of',
      'mention_letter_data',
      'offered_times',
      'open_data_link',
      'plan_fault_letter',
      'plan_letters',
      'prune_outbox',
      'publish_new_rows',
      'record_outbox_attempt',
      'record_webhook_attempt',
      'renew_outbox_leases',
      'reply_letter',
    ],
    tables: [
      'contact_messages: select (answer_hours, company, created_at, due_at, email, id, inquiry_type, message, name, status, unanswered_since)',
      'desk_settings: select (answer_hours, call_minutes, time_zone)',
      'outbox: select (booking_id, facts, id, kind, may_have_arrived, message_id, recipient, sent_as, state)',
      'strategy_call_bookings: select (answer_hours, assigned_to, call_at, call_sequence, company, confirmed, created_at, current_challenges, due_at, email, hour_cycle, id, message, name, phone, preferred_time, proposed_time, status, team_size, time_zone, unanswered_since)',
      'webhooks: select (id, is_active, previous_until, sealed_previous, sealed_secret, url)',
    ],
  },
  backline_upkeep: {
    functions: [
      'add_calendar',
      'backup_facts',
      'begin_calendar',
      'begin_cleanup',
      'change_calendar',
      'check_writable',
      'claim_calendars',
      'confirm_day',
      'confirm_mail',
      'erase_expired_people',
      'mailbox_to_read',
      'maintain_interactions',
      'make_interaction_months',
      'plan_backup_letter',
      'practice_facts',
      'read_calendar_now',
      'read_email_file',
      'read_metrics',
      'read_replication',
      'ready_facts',
      'record_backup',
      'record_backup_proof',
      'record_calendar_fault',
      'record_mail_service',
      'record_mailbox_reading',
      'save_mailbox',
      'store_calendar',
      'store_visitor_email',
      'team_addresses',
    ],
    tables: [
      'desk_settings: select (answer_hours, call_minutes, keep_interaction_days, weekly_capacity)',
      'private.rate_limit_salts: delete, select (day)',
      'site_edits: select (path, value)',
      'site_files: select (content, name)',
      'site_publications: select (edits, id)',
      'site_state: select (revision)',
    ],
  },
  backline_webhooks: {
    functions: ['record_webhook_test', 'staff_role'],
    tables: [
      'webhooks: insert (description, events, id, sealed_secret, url), select (id, is_active, previous_until, sealed_previous, sealed_secret, url), update (description, events, previous_until, sealed_previous, sealed_secret, url)',
    ],
  },
}

const test = await testDatabase()
afterAll(() => test.close())

const functionsOf = `
  select distinct proname as right from pg_proc p join pg_namespace n on n.oid = pronamespace
  where nspname in ('public', 'private', 'auth') and has_schema_privilege($1, n.oid, 'usage')
    and has_function_privilege($1, p.oid, 'execute') and prorettype <> 'trigger'::regtype
  order by 1`

const tablesOf = `
  select relation || ': ' || string_agg(said, ', ' order by said) as right from (
    select c.oid::regclass::text as relation, case
      when has_table_privilege($1, c.oid, privilege) then privilege
      else privilege || ' (' || (
        select string_agg(attname, ', ' order by attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and has_column_privilege($1, c.oid, attnum, privilege)
      ) || ')' end as said
    from pg_class c join pg_namespace n on n.oid = relnamespace
    cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as privilege
    where nspname in ('public', 'private', 'auth') and relkind in ('r', 'p', 'v', 'm', 'f')
      and case when privilege in ('delete', 'truncate') then has_table_privilege($1, c.oid, privilege)
        else has_any_column_privilege($1, c.oid, privilege) end
  ) each group by relation order by 1`

const list = async (sql: string, role: string) =>
  (await test.asOwner<{ right: string }>(sql, [role])).map((row) => row.right)

describe('the database', () => {
  it(
    '[A2] grants each role exactly the rights that the test lists',
    testEach(Object.entries(rights), async (role, said) => {
      expect({ functions: await list(functionsOf, role), tables: await list(tablesOf, role) }).toEqual(said)
    }),
  )

  it('has exactly the backline_ roles that the test lists', () => {
    expect(roles.filter((role) => role.startsWith('backline_'))).toEqual(Object.keys(rights))
  })

  it('lets only the auth service read accounts', async () => {
    for (const role of roles) {
      const seen = (await list(tablesOf, role)).filter((right) => right.startsWith('auth.'))
      expect([role, seen.length > 0]).toEqual([role, role === 'supabase_auth_admin'])
    }
  })

  it('[S4] hides encrypted columns from the roles of the data API', async () => {
    const sealed = await test.asOwner<{ table: string; column: string; readers: string[] }>(
      `select c.oid::regclass::text as table, attname as column, (
         select coalesce(array_agg(role order by role), '{}') from unnest($1::text[]) as role
         where has_column_privilege(role, c.oid, attnum, 'select, insert, update')
       ) as readers
       from pg_attribute a join pg_class c on c.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and attnum > 0
         and attname ~ '(sealed|secret|token|hash|password|salt)'`,
      [['anon', 'authenticated', 'service_role']],
    )
    expect(sealed.map(({ table, column }) => `${table}.${column}`)).toEqual(
      expect.arrayContaining(['outbox.sealed', 'webhooks.sealed_previous', 'webhooks.sealed_secret']),
    )
    expect(sealed.filter(({ readers }) => readers.length > 0)).toEqual([])
  })

  it('[A2] has a row policy for each granted privilege, so that no query silently returns zero rows', async () => {
    const silent = await test.asOwner(
      `select c.oid::regclass::text as relation, r.rolname as role, a.privilege_type as right
       from pg_class c cross join lateral (
         select * from aclexplode(c.relacl) union all
         select e.* from pg_attribute t cross join lateral aclexplode(t.attacl) e where t.attrelid = c.oid
       ) a join pg_roles r on r.oid = a.grantee
       where c.relkind in ('r', 'p') and c.relrowsecurity and r.rolname = any ($1) and not exists (
         select from pg_policy p where p.polrelid = c.oid and (r.oid = any (p.polroles) or p.polroles = '{0}')
           and (p.polcmd = '*' or p.polcmd = case a.privilege_type
             when 'SELECT' then 'r' when 'INSERT' then 'a' when 'UPDATE' then 'w' when 'DELETE' then 'd' end)
       )`,
      [roles],
    )
    expect(silent).toEqual([])
  })

  it('[A2] applies row-level security to every role, and lets no role own database objects or create other roles', async () => {
    const free = await test.asOwner(
      `select rolname from pg_roles where rolname = any ($1) and (
         rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolcanlogin
         or exists (select from pg_auth_members where member = pg_roles.oid)
         or exists (select from pg_shdepend where refobjid = pg_roles.oid and deptype = 'o')
       )`,
      [roles],
    )
    expect(free).toEqual([])
  })
})

it('encrypts exactly the database columns that the test lists', async () => {
  const columns = await test.asOwner<{ name: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
     where table_schema in ('auth', 'private', 'public') and column_name ~ '^sealed|secret' order by 1`,
  )
  // Add a new encrypted column to app/commands/give-up-key-queries.ts as well.
  expect(columns.map(({ name }) => name)).toEqual([
    'auth.mfa_factors.secret',
    'private.host_calendars.sealed_access',
    'private.signing_keys.sealed_key',
    'private.team_mailbox.sealed_password',
    'public.outbox.sealed',
    'public.webhooks.sealed_previous',
    'public.webhooks.sealed_secret',
  ])
})

describe('database access control', () => {
  const refusal = (role: Role, sql: string, claims = {}) =>
    test.database
      .transaction(role, claims, (tx) => tx.query<Record<string, unknown>>(sql))
      .then(
        ({ rows, rowCount }) => (rows.length > 0 ? rows : rowCount),
        (error: unknown) => (isDatabaseError(error) ? error.code : error),
      )

  it("[P4] prevents the role of the visitor's page from reading data without a valid link and from creating a link", async () => {
    await test.asOwner(...insertion('strategy_call_bookings', booking({ email: 'kept@example.com' })))
    await test.asOwner(
      "insert into private.data_links values (sha256('the key'), 'kept@example.com', now() + interval '1 hour')",
    )
    const may = (sql: string) => refusal('backline_call_page', sql)
    for (const sql of [
      'select from private.data_links',
      "select private.person_data('kept@example.com')",
      "select private.own_data_of('kept@example.com')",
      "select private.erase_address('kept@example.com')",
      "select private.open_data_link(gen_random_uuid(), sha256('mine'), 'kept@example.com', now())",
    ]) {
      expect([sql, await may(sql)]).toEqual([sql, '42501'])
    }
    for (const action of ['read', 'export', 'erase']) {
      // The hash of a key does not work as a key.
      for (const token of ["encode(sha256('the key'), 'hex')", "'another'", 'null']) {
        expect(await may(`select private.${action}_own_data(${token}, now()) as said`)).toEqual([{ said: null }])
      }
    }
    expect(await may("select private.data_link_state('the key', now()) as said")).toEqual([{ said: 'open' }])
    expect(await may("select private.data_link_state('the key', now() + interval '1 hour') as said")).toEqual([
      { said: null },
    ])
  })

  it('lets the webhook role read and add webhooks only on behalf of an owner', async () => {
    const add = `insert into webhooks (id, url, events, sealed_secret)
      values (gen_random_uuid(), 'https://hooks.example.com', '{message.created}', 's')`
    const seen = 'select url from webhooks'
    const owner = await deskMember(test, 'owner')
    expect(await refusal('backline_webhooks', add, owner.claims)).toBe(1)
    expect(await refusal('backline_webhooks', seen, owner.claims)).toHaveLength(1)
    const agent = await deskMember(test, 'agent')
    const weak = await deskMember(test, 'owner', 'aal1')
    for (const others of [{}, agent.claims, weak.claims]) {
      expect(await refusal('backline_webhooks', add, others)).toBe('42501')
      expect(await refusal('backline_webhooks', seen, others)).toBe(0)
      expect(await refusal('backline_webhooks', `select private.record_webhook_test('${randomUUID()}')`, others)).toBe(
        '42501',
      )
    }
  })
})
