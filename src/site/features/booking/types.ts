import type { Booking } from '#shared/contract/booking.ts'

/** The position of a button that opens the dialog; each service in the list has its own. */
export type Place =
  | 'nav'
  | 'hero'
  | 'proof'
  | 'resources'
  | 'final-call'
  | 'banner'
  | 'footer'
  | 'roi-calculator'
  | `services:${string}`

/** What the visitor has typed so far, by field name, and the text that was prefilled into their message. */
export type Draft = Partial<Record<keyof Booking | 'block', string>>

/** A booking that the server has acknowledged. */
export interface SentBooking {
  readonly id: string
  readonly start: Date
  readonly zone: string
  /** The link to the visitor's own page; null where only the letter has it. */
  readonly page: string | null
}
