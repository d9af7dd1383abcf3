import * as v from 'valibot'
import { challenges, teamSizes } from './booking.ts'
import { bookingStatuses, messageStatuses } from './desk.ts'
import { timeZone } from './fields.ts'
import { known } from './known.ts'
import { inquiryTypes } from './message.ts'

/** What both lists show. Time is text as PostgreSQL writes it in JSON: `2026-11-25T14:00:00+00:00`. */
const common = {
  id: v.string(),
  created_at: v.string(),
  name: v.string(),
  email: v.string(),
  company: v.string(),
  assigned_to: v.nullable(v.string()),
  source: v.string(),
  campaign: v.nullable(v.string()),
  first_view: v.nullable(v.string()),
  updated_at: v.string(),
  /** When it was first answered, which ended the 24 hours of the promise. */
  answered_at: v.nullable(v.string()),
  /** Until when somebody waits for an answer: of a new one, or of a wish for another time; null when nobody does. */
  due_at: v.nullable(v.string()),
}

/** A row of the list of bookings. */
export const bookingRowSchema = v.object({
  ...common,
  current_challenges: known(challenges),
  team_size: known(teamSizes),
  preferred_time: v.string(),
  time_zone: v.nullable(timeZone),
  status: known(bookingStatuses),
  /** A range as PostgreSQL writes it; `spanOf` reads it. */
  confirmed: v.nullable(v.string()),
  /** When the call begins: as confirmed, else as wished for. */
  call_at: v.string(),
  /** Another time that the visitor asks for, of a call that is confirmed; null once it was answered. */
  proposed_time: v.nullable(v.string()),
  proposed_at: v.nullable(v.string()),
})
export type BookingRow = v.InferOutput<typeof bookingRowSchema>

/** A row of the list of messages. */
export const messageRowSchema = v.object({
  ...common,
  inquiry_type: known(inquiryTypes),
  status: known(messageStatuses),
})
export type MessageRow = v.InferOutput<typeof messageRowSchema>

/**
 * Columns that a list asks for by name. Of the others staff may only filter by `search`, which holds name, address
 * and company in lower case; whatever else a visitor sent is read one row at a time, and the reading is recorded.
 */
export const bookingColumns = Object.keys(bookingRowSchema.entries) as (keyof BookingRow)[]
export const messageColumns = Object.keys(messageRowSchema.entries) as (keyof MessageRow)[]
