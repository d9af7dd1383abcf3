import { booking } from '#content/booking.ts'
import type { Booking } from '#shared/contract/booking.ts'
import type { Suspicion } from '#shared/contract/fields.ts'
import { withOffset } from '#shared/lib/local-time.ts'
import { withBlock } from '#shared/lib/message-block.ts'
import type { Problem } from '#site/lib/form-problem.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { part } from '#site/lib/parts.ts'
import { sendRow } from '#site/lib/send-row.ts'
import { bookingDialogId } from './book-call-button.tsx'
import { bookingState } from './state.ts'
import type { Draft, SentBooking } from './types.ts'

const loadRefusals = part(() => import('#content/booking-refusals.ts'))

const sending = {
  form: 'booking',
  table: 'strategy_call_bookings',
  sentences: () => loadRefusals().then((content) => content.bookingRefusals),
} as const

/** The one booking form, whichever view is around its dialog. */
export const bookingForm: FormStore<keyof Draft, SentBooking> = createForm({
  form: 'booking',
  failure: booking.failure,
  state: bookingState,
  first: { monthly_revenue: '', block: '' },
  submit: sendBooking,
  // It has no input, so nobody could put it in again.
  kept: ({ monthly_revenue = '' }) => ({ monthly_revenue }),
})

/** The visitor's IANA time zone. */
export function visitorZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

async function sendBooking(id: string, draft: Draft, signals: Suspicion): Promise<SentBooking | Problem> {
  const row = bookingRow(id, draft)
  const result = await sendRow(sending, { ...row, ...signals })
  if ('refused' in result) return result
  return { id, start: new Date(row.preferred_time), zone: visitorZone(), page: result.page }
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

interface Prefill {
  /** Joins what the visitor has typed already. */
  readonly message: string
  /** At most 100 characters. */
  readonly monthly_revenue: string
}

/** Fills the form from elsewhere on the page; the visitor edits and sends it like any other. */
export function prefill({ message: block, monthly_revenue }: Prefill): void {
  const { draft } = bookingForm
  const field = document.querySelector<HTMLTextAreaElement>(`#${bookingDialogId} [name=message]`)
  const typed = draft.values()
  const message = withBlock(field?.value ?? typed.message ?? '', block, typed.block ?? '')
  draft.prefill({ message, monthly_revenue, block })
  if (!field) return
  // The form's fields are the browser's own, so they are told by hand, and with them what counts their characters.
  field.value = message
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
