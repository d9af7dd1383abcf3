import type { Booking } from '#shared/contract/booking.ts'
import type { Suspicion } from '#shared/contract/fields.ts'
import { withOffset } from '#shared/lib/local-time.ts'
import type { Problem } from '#site/lib/form-problem.ts'
import { sendRow } from '#site/lib/send-row.ts'
import type { Draft, SentBooking } from './types.ts'

const sending = {
  form: 'booking',
  table: 'strategy_call_bookings',
  sentences: () => import('#content/booking-refusals.ts').then((content) => content.bookingRefusals),
} as const

/** The visitor's IANA time zone. */
export function visitorZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The row as it travels. The browser has checked every field, so a draft that gets here is complete. */
function bookingRow(id: string, draft: Draft): Booking {
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

export async function sendBooking(
  id: string,
  draft: Draft,
  signals: Suspicion,
): Promise<SentBooking | Problem> {
  const row = bookingRow(id, draft)
  const result = await sendRow(sending, { ...row, ...signals })
  if ('refused' in result) return result
  return { id, start: new Date(row.preferred_time), zone: visitorZone(), page: result.page }
}
