import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CursorOptions } from './database.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

const never = new AbortController().signal

describe('a cursor', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await testDatabase()
    await test.asOwner('create table slips (id int); grant insert, select on slips to anon')
  })
  beforeEach(() => test.asOwner('truncate slips'))
  afterAll(() => test.close())

  const open = (text: string, values: unknown[] = [], options: Partial<CursorOptions> = {}) =>
    test.database.cursor<{ id: number }>(
      'anon',
      { sub: 'me' },
      async (tx) => {
        await tx.query('insert into slips values (0)')
        return { text, values }
      },
      { seconds: 60, batch: 2, signal: never, ...options },
    )
  const slips = async () => (await test.asOwner<{ id: number }>('select id from slips')).map(({ id }) => id)
  /**
   * Returns the states of all connections except the owner's. No test in this file opens a connection from the pool.
   */
  const others = () =>
    test.asOwner<{ state: string }>(
      `select state from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )

  it('returns rows in batches after its transaction has ended', async () => {
    const cursor = await open('select n as id from generate_series(1, $1) n', [5])
    expect(await slips()).toEqual([0])
    expect(await others()).toEqual([{ state: 'idle' }])
    // An open cursor holds no locks.
    await test.asOwner(`set lock_timeout = '1s'; alter table slips add column more int; alter table slips drop more`)
    expect(await cursor.read()).toEqual([{ id: 1 }, { id: 2 }])
    expect(await cursor.read()).toEqual([{ id: 3 }, { id: 4 }])
    expect(await cursor.read()).toEqual([{ id: 5 }])
    expect(await cursor.read()).toEqual([])
    cursor.close()
    await expect.poll(others).toEqual([])
  })

  it("runs with the caller's role and JWT claims", async () => {
    const cursor = await open("select current_user as id, auth.jwt() ->> 'sub' as sub from generate_series(1, 5)")
    await cursor.read()
    expect((await cursor.read())[0]).toEqual({ id: 'anon', sub: 'me' })
    cursor.close()
  })

  it.each([
    ['immediately', 'select 1 / 0'],
    ['for a later row', 'select 1 / (9 - n) from generate_series(1, 20) n'],
    ['without permission', 'select * from user_interactions'],
  ])('rolls back its transaction if its statement fails %s', async (_, text) => {
    await expect(open(text)).rejects.toMatchObject({ code: expect.stringMatching(/^(22012|42501)$/) })
    expect(await slips()).toEqual([])
    await expect.poll(others).toEqual([])
  })

  it('stops with an error when its time limit is reached', async () => {
    await expect(open('select pg_sleep(60)', [], { seconds: 1 })).rejects.toMatchObject({ code: '57014' })
  })

  it('ends when the client disconnects', async () => {
    const leaving = new AbortController()
    const opening = open('select pg_sleep(60)', [], { signal: leaving.signal })
    await expect.poll(others).toEqual([{ state: 'active' }])
    leaving.abort()
    await expect(opening).rejects.toMatchObject({ code: '08006' })
    await expect.poll(others).toEqual([])
    expect(await slips()).toEqual([])
    await expect(open('select 1', [], { signal: leaving.signal })).rejects.toMatchObject({ code: '08006' })
  })
})

it('closes an open cursor when its database is closed', async () => {
  const own = await testDatabase()
  const cursor = await own.database.cursor(
    'anon',
    {},
    async () => ({ text: 'select generate_series(1, 9)', values: [] }),
    { seconds: 60, batch: 1, signal: never },
  )
  await cursor.read()
  await own.close()
  await expect(cursor.read()).rejects.toMatchObject({ code: '08006' })
  cursor.close()
})
