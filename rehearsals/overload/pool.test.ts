import { afterAll, beforeAll, expect, it } from 'vitest'
import { isDatabaseError, openDatabase } from '#server/lib/db/database.ts'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())
const run = (sql: string) => test.database.transaction('anon', {}, (tx) => tx.query(sql))

it('cuts a statement that does not end, and gives its connection back', async () => {
  await expect(run('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
  await run('select 1')
})

it('turns a request away when no connection comes free', async () => {
  const small = await openDatabase({
    dataDir: '',
    databaseUrl: test.url,
    owner: 'test',
    log: () => {},
    poolSize: 1,
  })
  const busy = small.transaction('anon', {}, (tx) => tx.query('select pg_sleep(8)'))
  const waiting = await small.ping().catch((thrown: unknown) => thrown)
  expect(isDatabaseError(waiting)).toBe(true)
  expect(waiting).toMatchObject({ code: 'PGRST003' })
  await busy
  await small.ping()
  await small.close()
  await expect(small.ping()).rejects.toMatchObject({ code: '08006' })
})

it('does not wait long for a statement under way when it closes', async () => {
  const own = await testDatabase()
  const slow = own.database.transaction('service_role', {}, (tx) => tx.query('select pg_sleep(60)'), 90)
  const outcome = slow.then(
    () => 'answered',
    (error: unknown) => (isDatabaseError(error) ? error.code : 'another error'),
  )
  await own.database.transaction('anon', {}, (tx) => tx.query('select 1'))
  await own.close()
  expect(await outcome).toBe('08006')
})
