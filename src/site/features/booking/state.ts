import type { FormState } from '#site/lib/form-store.ts'
import { createStore } from '#site/lib/store.ts'
import type { SentBooking } from './types.ts'

/** The store of the single booking form, shared by all views; the form's own code loads after the page. */
export const bookingState = createStore<FormState<SentBooking>>({
  phase: { name: 'editing', problem: null },
  sent: null,
})

export const dismissReceipt = () => bookingState.set({ ...bookingState.get(), sent: null })
