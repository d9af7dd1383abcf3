import { expect, it } from 'vitest'
import { isDatabaseError, openDatabase } from '#server/lib/db/database.ts'
import { testDatabase } from '#server/lib/db/testing.ts'

it('[O3] refuses a request if no database connection becomes available in time', async () => {
  const test = await testDatabase()
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
  await test.close()
})
