import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { openDatabase } from './database.ts'
import { emptyDatabase } from './testing.ts'
import { roles } from './types.ts'

describe('the database users', () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  const made: string[] = []
  beforeEach(async () => {
    empty = await emptyDatabase()
  })
  afterEach(async () => {
    for (const user of made.splice(0).reverse()) {
      await empty.asOwner(`reassign owned by ${user} to postgres; drop owned by ${user}; drop role ${user}`)
    }
    await empty.close()
  })

  /**
   * Creates a user for one test. All databases on a server share the same users, so each test needs its own user names.
   */
  const user = async (name: string, rights = 'noinherit') => {
    const own = `login_${name}`
    await empty.asOwner(`create role ${own} login ${rights}`)
    made.push(own)
    return { name: own, url: empty.ownerUrl.replace('postgres@', `${own}@`) }
  }
  const open = (databaseUrl: string, migrationUrl?: string) => {
    const said: string[] = []
    const options = { dataDir: '', owner: 'test', log: (message: string) => said.push(message) }
    return openDatabase({ ...options, databaseUrl, ...(migrationUrl && { migrationUrl }) }).then((database) => ({
      database,
      said,
    }))
  }

  it('[A2] are refused, with instructions, if they are superusers or can become superusers', async () => {
    const deputy = await user('deputy')
    await empty.asOwner(`grant postgres to ${deputy.name}`)
    for (const [name, url] of [
      ['postgres', empty.ownerUrl],
      [deputy.name, deputy.url],
    ] as const) {
      await expect(open(url)).rejects.toThrow(
        `DATABASE_URL signs in as ${name}, a superuser, which must not serve requests: run "create role backline`,
      )
      await expect(open(url, empty.ownerUrl)).rejects.toThrow('a superuser')
    }
    expect(await empty.asOwner("select to_regnamespace('private') as there")).toEqual([{ there: null }])
  })

  it("can run the server's queries once the owner has prepared the database, but own no database object", async () => {
    // This user inherits rights, which is PostgreSQL's default.
    const served = await user('served', '')
    const first = await open(served.url, empty.ownerUrl)
    await first.database.close()
    const { database, said } = await open(served.url)
    expect(said).toEqual([])
    await database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking())))
    const { rows } = await database.transaction('backline_outbox', {}, (tx) =>
      tx.query("select kind from private.lease_outbox(gen_random_uuid(), 'letter', 9, '1 minute', now())"),
    )
    expect(rows).toEqual([{ kind: 'request-received' }])
    await database.close()
    expect(
      await empty.asOwner(
        `select classid::regclass::text from pg_shdepend where deptype = 'o' and refobjid = $1::regrole`,
        [served.name],
      ),
    ).toEqual([])
    const become = await empty.asOwner<{ name: string }>(
      `select rolname as name from pg_roles where rolname <> $1 and pg_has_role($1, oid, 'member') order by 1`,
      [served.name],
    )
    expect(become.map(({ name }) => name)).toEqual([...roles].sort())
    expect(await empty.asOwner(`select pg_has_role($1, 'service_role', 'usage') as inherits`, [served.name])).toEqual([
      { inherits: false },
    ])
  })

  it('are refused if they cannot switch to the request roles', async () => {
    await (await open(empty.url, empty.ownerUrl)).database.close()
    const stranger = await user('stranger')
    await expect(open(stranger.url)).rejects.toThrow(
      `The user ${stranger.name} of DATABASE_URL cannot switch to the role anon`,
    )
  })

  it('can prepare the database and run background jobs without a superuser', async () => {
    const owner = await user('maker', 'createrole')
    const served = await user('quiet')
    const [name] = await empty.asOwner<{ name: string }>('select current_database() as name')
    await empty.asOwner(`alter database ${name?.name} owner to ${owner.name}`)
    // The roles already exist on this server, so the owner gets the rights that the creator of the roles would have.
    await empty.asOwner(`grant ${roles.join()} to ${owner.name} with admin option`)
    const { database } = await open(served.url, owner.url)
    const run = (role: (typeof roles)[number], sql: string) =>
      database.transaction(role, {}, async (tx) => (await tx.query<Record<string, unknown>>(sql)).rows)
    await database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking())))
    expect(await run('service_role', 'select status from strategy_call_bookings')).toEqual([{ status: 'new' }])
    expect(await run('backline_upkeep', 'select private.maintain_interactions(now(), 395) as done')).toMatchObject([
      { done: { months_dropped: [] } },
    ])
    await run('backline_counters', "insert into private.pack_downloads values ('2026-01-01', 'kit', 'person', 1)")
    expect(await run('backline_counters', 'select downloads from private.pack_downloads')).toHaveLength(1)
    await database.close()
  })

  it('are refused if they connect to different databases', async () => {
    const other = await emptyDatabase()
    await expect(open(empty.url, other.ownerUrl)).rejects.toThrow('must point to the same database')
    expect(await other.asOwner("select to_regnamespace('private') as there")).toEqual([{ there: null }])
    await other.close()
  })

  it('cannot call functions that a new owner creates', async () => {
    await (await open(empty.url, empty.ownerUrl)).database.close()
    const next = await user('next', 'superuser')
    await (await open(empty.url, next.url)).database.close()
    await empty.asOwner(`set role ${next.name}`)
    await empty.asOwner('create function private.new_one() returns int language sql as $$ select 1 $$')
    await empty.asOwner('reset role')
    expect(await empty.asOwner(`select has_function_privilege('anon', 'private.new_one()', 'execute') as may`)).toEqual(
      [{ may: false }],
    )
  })
})
