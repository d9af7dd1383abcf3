import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { spanOf } from '#shared/lib/span.ts'

/** When the call is wanted: what was asked for last, else when it is confirmed for, else the first wish. */
export const wishOf = ({ confirmed, preferred_time, proposed_time }: BookingRow): Date =>
  new Date(proposed_time ?? (confirmed ? spanOf(confirmed).start : preferred_time))

/**
 * The time to propose: the wish, or once it has passed the first of the free times. Where none is free, it is the hour of
 * the wish on the next such weekday, so that a wish for a day of work stays on one.
 */
export function startFor(wish: Date, now: number, free: readonly string[]): Date {
  if (wish.getTime() > now) return wish
  if (free[0] !== undefined) return new Date(free[0])
  const next = new Date(wish)
  while (next.getTime() <= now) next.setDate(next.getDate() + 7)
  return next
}
