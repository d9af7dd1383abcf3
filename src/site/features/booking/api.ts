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

/** The single booking form, shared by the dialogs of all views. */
export const bookingForm: FormStore<keyof Draft, SentBooking> = createForm({
  form: 'booking',
  failure: booking.failure,
  state: bookingState,
  first: { monthly_revenue: '', block: '' },
  submit: sendBooking,
  // It has no input, so the visitor could not enter it again.
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

/** The row to send. The browser has validated every field, so a draft that gets here is complete. */
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
  /** Appended to what the visitor has already typed. */
  readonly message: string
  /** At most 100 characters. */
  readonly monthly_revenue: string
}

/** Prefills the form from elsewhere on the page; the visitor edits and sends it like any other. */
export function prefill({ message: block, monthly_revenue }: Prefill): void {
  const { draft } = bookingForm
  const field = document.querySelector<HTMLTextAreaElement>(`#${bookingDialogId} [name=message]`)
  const typed = draft.values()
  const message = withBlock(field?.value ?? typed.message ?? '', block, typed.block ?? '')
  draft.prefill({ message, monthly_revenue, block })
  if (!field) return
  // The fields are uncontrolled, so their values are set directly, and an event updates their counters.
  field.value = message
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
