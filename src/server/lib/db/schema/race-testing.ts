import { expect } from 'vitest'
import type { TestDatabase } from '#server/lib/db/testing.ts'

/** All that changes calls and times that are held waits for this one after the other. */
export const turnsLock = 'select pg_advisory_xact_lock(7206341004)'

/** Whoever changes this booking waits for it. */
export const bookingLock = (id: string) => `select from strategy_call_bookings where id = '${id}' for update`

/**
 * Two who want the same at the same moment: both have come as far as a lock that somebody else holds, the first before
 * the second, when it is let go.
 */
export async function race<First, Second>(
  test: Pick<TestDatabase, 'asOwner'>,
  lock: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const waiting = async () => {
    // Within a transaction, what others do is remembered as it was at the first look.
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
