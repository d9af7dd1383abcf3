import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'

const test = await testDatabase()
afterAll(() => test.close())

// A promoted standby has no value for an unlogged sequence, so every insert that uses it would fail.
it('creates only logged sequences in the database, so that they survive a failover', async () => {
  const lost = await test.asOwner<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'S' and relpersistence <> 'p'",
  )
  expect(lost).toEqual([])
})
