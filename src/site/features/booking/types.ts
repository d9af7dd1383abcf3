import type { Booking } from '#shared/contract/booking.ts'

/** Where a button that opens the dialog stands; of the list of services each has its own. */
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

/** What the visitor has typed so far, by field name, and the block of their message that was put in for them. */
export type Draft = Partial<Record<keyof Booking | 'block', string>>

/** A booking whose arrival the server has confirmed. */
export interface SentBooking {
  readonly id: string
  readonly start: Date
  readonly zone: string
  /** The way to the visitor's own page; null where only a letter says it. */
  readonly page: string | null
}
