import { afterAll, expect, it } from 'vitest'
import { poolSizeFor } from './allowance.ts'
import { testDatabase } from './testing.ts'

const test = await testDatabase()
afterAll(async () => {
  await test.asOwner(`alter database ${await name()} connection limit -1`)
  await test.close()
})

const name = async () =>
  (await test.asOwner<{ name: string }>('select current_database() as name'))[0]?.name ?? ''

it('divides what the database allows, and no pool has more than it needs', async () => {
  const [row] = await test.asOwner<{ most: number }>(
    "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most",
  )
  const most = row?.most ?? 0
  for (const processes of [1, 2, 4, 8, 16]) {
    const each = await poolSizeFor(test.database, processes)
    expect(each).toBeGreaterThanOrEqual(2)
    expect(each).toBeLessThanOrEqual(10)
    expect(processes * (each + 2)).toBeLessThanOrEqual(most * 0.75)
  }
})

it('gives what was asked for where there is so much, and says what there is where not', async () => {
  await test.asOwner(`alter database ${await name()} connection limit 30`)
  expect(await poolSizeFor(test.database, 1, 28)).toBe(28)
  expect(await poolSizeFor(test.database, 2, 8)).toBe(8)
  await expect(poolSizeFor(test.database, 1, 29)).rejects.toThrow(
    'The database allows this user 30 connections, too few for POOL_SIZE=29 with 2 more in each: set it to 28 at most.',
  )
  await expect(poolSizeFor(test.database, 2, 9)).rejects.toThrow(
    'too few for POOL_SIZE=9 in 3 processes with 2 more in each: set it to 8 at most.',
  )
})

it('refuses more processes than it allows connections for, and says how many it does', async () => {
  await test.asOwner(`alter database ${await name()} connection limit 12`)
  expect(await poolSizeFor(test.database, 2)).toBe(2)
  await expect(poolSizeFor(test.database, 3)).rejects.toThrow(
    'The database allows this user 12 connections, too few for PROCESSES=3: set it to 2 at most.',
  )
})
