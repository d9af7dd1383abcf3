import { expect } from 'vitest'
import type { TestDatabase } from '#server/lib/db/testing.ts'

/** Every change of calls and held times waits for this lock, one after the other. */
export const turnsLock = 'select pg_advisory_xact_lock(7206341004)'

/** Every change of this booking waits for this lock. */
export const bookingLock = (id: string) => `select from strategy_call_bookings where id = '${id}' for update`

/** Both wait for a lock that the test holds, the first before the second, until the test releases it. */
export async function race<First, Second>(
  test: Pick<TestDatabase, 'asOwner'>,
  lock: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const waiting = async () => {
    // Within a transaction, pg_stat_activity keeps the values of the first read.
    await test.asOwner('select pg_stat_clear_snapshot()')
    const locked = "datname = current_database() and wait_event_type = 'Lock'"
    return (await test.asOwner(`select from pg_stat_activity where ${locked}`)).length
  }
  await test.asOwner(`begin; ${lock}`)
  try {
    const one = first()
    await expect.poll(waiting).toBe(1)
    const other = second()
    await expect.poll(waiting).toBe(2)
    await test.asOwner('commit')
    return await Promise.all([one, other])
  } finally {
    await test.asOwner('rollback')
  }
}
