import type { Booking } from '#shared/contract/booking.ts'
import { withOffset } from '#shared/lib/local-time.ts'
import { type InsertOutcome, insertRow, refusedField } from '#site/lib/api.ts'
import type { Draft, Problem } from './types.ts'

const table = 'strategy_call_bookings'

/** The visitor's IANA time zone. */
export function visitorZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The row as it travels. The browser has checked every field, so a draft that gets here is complete. */
export function bookingRow(id: string, draft: Draft): Booking {
  const { preferred_time = '', message = '', monthly_revenue = '', block: _, ...rest } = draft
  return {
    ...(rest as Pick<Booking, 'name' | 'email' | 'company' | 'phone' | 'current_challenges' | 'team_size'>),
    id,
    preferred_time: withOffset(preferred_time),
    time_zone: visitorZone(),
    message,
    monthly_revenue,
  }
}

export function insertBooking(row: Booking): Promise<InsertOutcome> {
  return insertRow(table, row)
}

/** What to tell the visitor about an outcome that is not success. The sentences are fetched, as few need one. */
export async function problemOf(outcome: InsertOutcome): Promise<Problem> {
  if (outcome.kind === 'refused') {
    try {
      const { bookingRefusals } = await import('#content/booking-refusals.ts')
      const field = refusedField(outcome, table, bookingRefusals)
      if (field) return { field, reason: bookingRefusals[field] }
    } catch {}
  }
  return { field: null }
}
