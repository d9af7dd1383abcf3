import * as v from 'valibot'
import { bookingRowSchema, messageRowSchema } from './desk-rows.ts'
import { bookingOptional } from './form-rules.ts'

const optionalText = v.nullable(v.string())

/** Texts that a visitor may have left out, whichever there are. */
const toldTexts = <Name extends string>(limits: Readonly<Record<Name, number>>) =>
  Object.fromEntries(Object.keys(limits).map((name) => [name, optionalText])) as Record<
    Name,
    typeof optionalText
  >

/** What a list does not show, of both tables. */
const hidden = {
  fill_seconds: v.nullable(v.number()),
  budget_note: optionalText,
  session_id: optionalText,
  landing_page: optionalText,
  referrer: optionalText,
}

const bookingSchema = v.object({
  ...toldTexts(bookingOptional),
  ...bookingRowSchema.entries,
  ...hidden,
  phone: v.string(),
  /** Once the link of a letter about it was opened. */
  mailbox: v.nullable(v.literal('confirmed')),
  /** Whether the visitor took the time from the free ones. */
  picked: v.boolean(),
})

const messageSchema = v.object({ ...messageRowSchema.entries, ...hidden, message: v.string() })

const shared = {
  /** Oldest first. */
  notes: v.array(
    v.object({ id: v.string(), at: v.string(), author: v.nullable(v.string()), body: v.string() }),
  ),
  /**
   * Oldest first: 'received', then what was done: 'booking_moved' and 'message_moved' {from, to, confirmed?, was?},
   * 'booking_assigned' and 'message_assigned' {from, to}, 'noted' {note}. No actor: nobody who was signed in.
   */
  timeline: v.array(
    v.object({
      at: v.string(),
      actor: v.nullable(v.string()),
      action: v.string(),
      details: v.record(v.string(), v.unknown()),
    }),
  ),
  /** What else came from this address. */
  others: v.object({ bookings: v.number(), messages: v.number() }),
}

/** What `rpc/read_booking {booking}` answers; the reading is recorded. */
export const bookingRecordSchema = v.object({ booking: bookingSchema, ...shared })
export type BookingRecord = v.InferOutput<typeof bookingRecordSchema>

/** What `rpc/read_message {message}` answers; the reading is recorded. */
export const messageRecordSchema = v.object({ message: messageSchema, ...shared })
export type MessageRecord = v.InferOutput<typeof messageRecordSchema>

/** What `rpc/read_person {address}` answers, newest first throughout; the reading is recorded. */
export const personRecordSchema = v.object({
  email: v.string(),
  bookings: v.array(v.object({ ...bookingRowSchema.entries, phone: v.string() })),
  messages: v.array(messageRowSchema),
  downloads: v.array(v.object({ at: v.string(), pack: v.string() })),
  visits: v.array(
    v.object({
      session_id: v.string(),
      at: v.string(),
      first_view: optionalText,
      source: v.string(),
      campaign: optionalText,
      /** How many views were seen. */
      views: v.number(),
    }),
  ),
})
export type PersonRecord = v.InferOutput<typeof personRecordSchema>
