import { booking } from '#content/booking.ts'
import { withBlock } from '#shared/lib/message-block.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { bookingDialogId } from './book-call-button.tsx'
import type { Draft, SentBooking } from './types.ts'

/** The one booking form, whichever screen's dialog shows it. */
export const bookingForm: FormStore<keyof Draft, SentBooking> = createForm({
  form: 'booking',
  failure: booking.failure,
  first: { monthly_revenue: '', block: '' },
  // What sends it comes with the form itself, which the page around it does without.
  submit: async (...draft) => (await import('./api.ts')).sendBooking(...draft),
  // It has no input, so nobody could put it in again.
  kept: ({ monthly_revenue = '' }) => ({ monthly_revenue }),
})

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
