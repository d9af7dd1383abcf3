import type { FormState } from '#site/lib/form-store.ts'
import { createStore } from '#site/lib/store.ts'
import type { SentBooking } from './types.ts'

/** Where the one booking form stands, whichever view is around it; the form itself comes after the page. */
export const bookingState = createStore<FormState<SentBooking>>({
  phase: { name: 'editing', problem: null },
  sent: null,
})

export const dismissReceipt = () => bookingState.set({ ...bookingState.get(), sent: null })
