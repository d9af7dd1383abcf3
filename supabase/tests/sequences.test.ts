import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'

const test = await testDatabase()
afterAll(() => test.close())

// An unlogged sequence is broken on a promoted standby, and so is every insert that uses it.
it('has no unlogged sequence, which a failover would break', async () => {
  const lost = await test.asOwner<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'S' and relpersistence <> 'p'",
  )
  expect(lost).toEqual([])
})
