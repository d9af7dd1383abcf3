import type { Booking } from '#shared/contract/booking.ts'
import type { PickedTime } from '#shared/contract/desk-week.ts'

/** The position of a button that opens the dialog; each service in the list has its own. */
export type Place =
  | 'nav'
  | 'bar'
  | 'hero'
  | 'proof'
  | 'resources'
  | 'final-call'
  | 'banner'
  | 'footer'
  | 'roi-calculator'
  | `services:${string}`

/**
 * What the visitor has typed so far, by field name, and the text that was prefilled into their message. `time_zone` is one
 * that they chose, empty for that of their machine; `picked` the free time that filled the field, as an instant.
 */
export type Draft = Partial<Record<keyof Booking | 'block', string>>

/** A booking that the server has acknowledged. */
export interface SentBooking {
  readonly id: string
  readonly start: Date
  readonly zone: string
  readonly minutes: number
  /** The link to the visitor's own page; null where only the letter has it. */
  readonly page: string | null
  /**
   * What became of a picked time: 'asked' of one that was typed, or where nobody knows; 'unpicked' of one that was taken as a
   * wish, because the client had picked as many as it may in a day.
   */
  readonly outcome: PickedTime['outcome'] | 'unpicked'
  /** Free times around it, where somebody else was faster. */
  readonly next: readonly string[]
  /** Who takes the call, or those of whom one does; null where nobody is named. */
  readonly caller: string | null
}
