import { afterAll, expect, it } from 'vitest'
import { checkPoolSize } from './allowance.ts'
import { testDatabase } from './testing.ts'

const test = await testDatabase()
afterAll(async () => {
  await test.asOwner(`alter database ${await name()} connection limit -1`)
  await test.close()
})

const name = async () =>
  (await test.asOwner<{ name: string }>('select current_database() as name'))[0]?.name ?? ''

it('refuses a pool larger than what the database allows, and says what there is', async () => {
  await test.asOwner(`alter database ${await name()} connection limit 30`)
  await checkPoolSize(test.database, 28)
  await expect(checkPoolSize(test.database, 29)).rejects.toThrow(
    'The database allows this user 30 connections, too few for POOL_SIZE=29 with 2 more: set it to 28 at most.',
  )
})
