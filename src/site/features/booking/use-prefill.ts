import { withBlock } from '#shared/lib/message-block.ts'
import { bookingDialogId } from './book-call-button.tsx'
import { maxLengths } from './booking-form.tsx'
import { useBooking } from './use-booking.ts'

interface Prefill {
  /** Joins what the visitor has typed already. */
  readonly message: string
  /** At most 100 characters. */
  readonly monthly_revenue: string
}

/** Fills the booking form from elsewhere on the page; the visitor edits and sends it like any other. */
export function usePrefill(): (prefill: Prefill) => void {
  const { draft } = useBooking()
  return ({ message, monthly_revenue }) => {
    const field = document.querySelector<HTMLTextAreaElement>(`#${bookingDialogId} [name=message]`)
    const typed = field?.value ?? draft.values().message ?? ''
    const joined = withBlock(typed, message, draft.values().block ?? '', maxLengths.message ?? 0)
    // The form's fields are the browser's own, so they are told by hand.
    if (field) field.value = joined.message
    draft.prefill({ message: joined.message, monthly_revenue, block: joined.put })
  }
}
