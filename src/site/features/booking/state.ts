import type { PickedTime } from '#shared/contract/desk-week.ts'
import type { Booking } from '#shared/contract/form-rows.ts'
import type { FormState } from '#site/lib/form-store.ts'
import { createStore } from '#site/lib/store.ts'

/**
 * The visitor's typed values by field name, and the text that was prefilled into their message. `time_zone` is
 * one that they chose, empty for that of their machine; `picked` the available time that filled the field, as an instant.
 */
export type BookingDraft = Partial<Record<keyof Booking | 'block', string>>

/** A booking that the server has acknowledged. */
export interface SentBooking {
  readonly id: string
  readonly start: Date
  readonly zone: string
  readonly minutes: number
  /** The link to the visitor's own page; null where only the email has it. */
  readonly page: string | null
  /** The outcome of a picked time; 'requested' also for a typed time, and without an answer. */
  readonly outcome: PickedTime['outcome']
  /** Available times around it, if it was taken in the meantime. */
  readonly next: readonly string[]
  /** The hosts of whom one takes the call; null if none is named. */
  readonly caller: string | null
}

/** The state of the single booking form, shared by all views; the form's own code loads after the page. */
export const bookingState = createStore<FormState<SentBooking>>({
  phase: { name: 'editing', problem: null },
  sent: null,
})

export const dismissReceipt = () => bookingState.set({ ...bookingState.get(), sent: null })
