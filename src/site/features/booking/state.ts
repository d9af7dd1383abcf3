import type { PickedTime } from '#shared/contract/desk-week.ts'
import type { Booking } from '#shared/contract/form-rows.ts'
import type { FormState } from '#site/lib/form-store.ts'
import { createStore } from '#site/lib/store.ts'

/**
 * The visitor's typed values by field name, and `block`, the text that was prefilled into their message. `time_zone` is
 * the selected one, empty for the device's; `picked` is the instant of the available time that filled the field.
 */
export type BookingDraft = Partial<Record<keyof Booking | 'block', string>>

/** A booking that the server has acknowledged. */
export interface SentBooking {
  readonly id: string
  readonly start: Date
  readonly zone: string
  readonly minutes: number
  /** The link to the visitor's own page; null if only the email has it. */
  readonly page: string | null
  /** The outcome of a selected time; 'requested' for a typed time or without a response. */
  readonly outcome: PickedTime['outcome']
  /** Available times near it, if it was taken in the meantime. */
  readonly next: readonly string[]
  /** The host of the call, or the possible hosts; null if none is named. */
  readonly caller: string | null
}

/** The state of the booking form, shared by all views; the form's code loads after the page. */
export const bookingState = createStore<FormState<SentBooking>>({
  phase: { name: 'editing', problem: null },
  sent: null,
})

export const dismissReceipt = () => bookingState.set({ ...bookingState.get(), sent: null })
