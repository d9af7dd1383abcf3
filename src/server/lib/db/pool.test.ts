import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseError, openDatabase } from './database.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

describe('the pool', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await testDatabase()
    await test.asOwner('create table jottings (id int); grant insert, select on jottings to anon')
  })
  afterAll(() => test.close())
  const run = (sql: string) => test.database.transaction('anon', {}, (tx) => tx.query(sql))

  it('rolls back a failed transaction and rethrows its error', async () => {
    const fault = new Error('mine')
    const work = test.database.transaction('anon', {}, async (tx) => {
      await tx.query('insert into jottings values (1)')
      throw fault
    })
    await expect(work).rejects.toBe(fault)
    expect((await run('select * from jottings')).rows).toEqual([])
  })

  it('reports a transient error if a standby refuses a write, even if the standby has since been promoted', async () => {
    // The transaction is read-only while the statement runs, but no longer when the pool checks the transaction.
    const refused = test.database
      .alone('backline_upkeep', {})
      .query("select set_config('transaction_read_only', 'on', true), private.check_writable()")
    await expect(refused).rejects.toMatchObject({ code: '08006' })
    await test.database.ping()
  })

  it('[O3] cancels a slow statement and releases its connection', async () => {
    const slow = (seconds: number) =>
      test.database.transaction('anon', {}, (tx) => tx.query('select pg_sleep(60)'), seconds)
    const all = Array.from({ length: 12 }, () => slow(0.1).catch((error: unknown) => error))
    for (const error of await Promise.all(all)) expect(error).toMatchObject({ code: '57014' })
    await run('select 1')
  })

  it('closes without waiting long for a running statement', async () => {
    const own = await testDatabase()
    const slow = own.database.transaction('service_role', {}, (tx) => tx.query('select pg_sleep(60)'), 90)
    const outcome = expect(slow).rejects.toMatchObject({ code: '08006' })
    await own.database.transaction('anon', {}, (tx) => tx.query('select 1'))
    await own.close()
    await outcome
    await expect(own.database.ping()).rejects.toMatchObject({ code: '08006' })
  })

  it("reports the rollback if a transaction's callback catches an error and does not rethrow it", async () => {
    const work = test.database.transaction('anon', {}, async (tx) => {
      await tx.query('insert into jottings values (2)')
      await tx.query('select 1 / 0').catch(() => {})
    })
    await expect(work).rejects.toThrow('rolled back')
    expect((await run('select * from jottings')).rows).toEqual([])
  })

  it("passes PostgreSQL's errors on to the caller", async () => {
    const error = await run("select 'x'::int").catch((thrown: unknown) => thrown)
    expect(isDatabaseError(error)).toBe(true)
    expect(error).toMatchObject({ code: '22P02', message: 'invalid input syntax for type integer: "x"' })
    await expect(run('select no_such()')).rejects.toMatchObject({ code: '42883', hint: expect.any(String) })
  })

  it('refuses an unknown role', async () => {
    const role = "anon', true); drop table jottings; --" as 'anon'
    await expect(test.database.transaction(role, {}, async () => {})).rejects.toThrow('unknown role')
  })

  it('recovers at once from broken connections, whether they were idle or busy', async () => {
    const others =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await Promise.all([run('select 1'), run('select 2'), run('select 3')])
    const working = run('select pg_sleep(5)').catch((thrown: unknown) => thrown)
    const asleep = "select 1 from pg_stat_activity where query = 'select pg_sleep(5)' and state = 'active'"
    await expect.poll(async () => (await test.asOwner(asleep)).length, { interval: 20 }).toBe(1)
    await test.asOwner(others)
    expect(await working).toMatchObject({ code: '08006' })
    await run('select 1')
    await test.database.ping()
  })
})

describe('a single statement', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await testDatabase()
    await test.asOwner('create table jottings (id int primary key); grant insert, select on jottings to anon')
  })
  afterAll(() => test.close())
  const alone = (sql: string, values?: unknown[]) => test.database.alone('anon', { sub: 'me' }).query(sql, values)
  const jottings = () => test.asOwner('select id from jottings order by id')
  const openOneConnection = () =>
    openDatabase({ dataDir: '', databaseUrl: test.url, owner: 'test', log: () => {}, poolSize: 1 })

  it("runs with the caller's role and JWT claims, and is committed", async () => {
    const { rows } = await alone("select current_user as role, auth.jwt() ->> 'sub' as sub")
    expect(rows).toEqual([{ role: 'anon', sub: 'me' }])
    expect((await alone('insert into jottings values ($1), ($2)', [1, 2])).rowCount).toBe(2)
    expect(await jottings()).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('leaves the data and the connection intact if the statement fails', async () => {
    const repeat = alone('insert into jottings values (3), (1)')
    await expect(repeat).rejects.toMatchObject({ code: '23505' })
    await expect(alone('delete from jottings')).rejects.toMatchObject({ code: '42501' })
    await Promise.all(Array.from({ length: 30 }, (_, id) => alone('insert into jottings values ($1)', [10 + id])))
    expect(await jottings()).toHaveLength(32)
    const [{ idle } = {}] = await test.asOwner(
      // Autovacuum can be active in the same database.
      `select bool_and(state = 'idle') as idle from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    expect(idle).toBe(true)
  })

  it('never runs with the role or the JWT claims of another statement', async () => {
    const one = await openOneConnection()
    const who = `select current_user as role, auth.jwt() ->> 'sub' as sub, current_setting('statement_timeout') as cut`
    const [ada, service] = [one.alone('anon', { sub: 'ada' }), one.alone('service_role', { sub: 'us' })]
    const asAda = { role: 'anon', sub: 'ada', cut: '10s' }
    const asService = { role: 'service_role', sub: 'us', cut: '10s' }
    const failing = () => expect(ada.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
    expect((await service.query(who)).rows).toEqual([asService])
    // The first statement with this role fails, and the rollback also resets the role.
    await failing()
    for (let times = 0; times < 2; times++) {
      expect((await ada.query(who)).rows).toEqual([asAda])
      await failing()
    }
    const { rows } = await one.transaction('authenticated', {}, (tx) => tx.query(who), 20)
    expect(rows).toEqual([{ role: 'authenticated', sub: null, cut: '20s' }])
    expect((await ada.query(who)).rows).toEqual([asAda])
    expect((await service.query(who)).rows).toEqual([asService])
    await one.close()
  })

  it('stays prepared under its name, even after a failed execution', async () => {
    const one = await openOneConnection()
    const each = one.alone('anon', {})
    const jot = (id: unknown) => each.query('insert into jottings values ($1)', [id], 'jot')
    await expect(each.query('insert into nowhere values ($1)', [1], 'nowhere')).rejects.toMatchObject({
      code: '42P01',
    })
    await test.asOwner('create table nowhere (id int); grant insert on nowhere to anon')
    await each.query('insert into nowhere values ($1)', [1], 'nowhere')
    await jot(100)
    await expect(jot(100)).rejects.toMatchObject({ code: '23505' })
    await test.asOwner('alter table jottings add column later int default 7')
    await jot(101)
    // Each statement was prepared only once, although the table changed and a rollback followed a failure.
    const { rows } = await each.query(
      "select name, generic_plans + custom_plans as used from pg_prepared_statements where name <> '' order by 1",
    )
    expect(rows).toEqual([
      { name: 'jot', used: '3' },
      { name: 'nowhere', used: '1' },
    ])
    await one.close()
  })
})
