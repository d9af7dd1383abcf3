import type { SelectedSlot } from '#shared/contract/desk-week.ts'
import type { BookingInsert } from '#shared/contract/form-rows.ts'
import type { FormState } from '#site/lib/form-store.ts'
import { createStore } from '#site/lib/store.ts'

/**
 * The visitor's typed values by field name, and `block`, the text that was prefilled into the message. `time_zone` is
 * the selected time zone, empty for the device's; `picked` is the instant of the available time in the field.
 */
export type BookingDraft = Partial<Record<keyof BookingInsert | 'block', string>>

/** A booking that the server has acknowledged. */
export interface SentBooking {
  readonly id: string
  readonly start: Date
  readonly zone: string
  readonly minutes: number
  /** The link to the visitor's own page; null if the link is only in the email. */
  readonly page: string | null
  /** The outcome of a selected time; 'requested' for a typed time, or if there was no response. */
  readonly outcome: SelectedSlot['outcome']
  /** Available times near the selected time, if it was taken in the meantime. */
  readonly next: readonly string[]
  /** The call's host, or the possible hosts; null if no host is named. */
  readonly caller: string | null
}

/** The state of the booking form, which all views share; the form's code loads after the page. */
export const bookingState = createStore<FormState<SentBooking>>({
  phase: { name: 'editing', problem: null },
  sent: null,
})

export const dismissReceipt = () => bookingState.set({ ...bookingState.get(), sent: null })
