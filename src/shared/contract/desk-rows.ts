import * as v from 'valibot'
import { challenges, teamSizes } from './booking.ts'
import { bookingStatuses, callOutcomes, messageStatuses } from './desk.ts'
import { timeZone } from './fields.ts'
import { known } from './known.ts'
import { inquiryTypes } from './message.ts'

/** Columns of both lists. Times are text as PostgreSQL writes it in JSON: `2026-11-25T14:00:00+00:00`. */
const common = {
  id: v.string(),
  created_at: v.string(),
  name: v.string(),
  company: v.string(),
  assigned_to: v.nullable(v.string()),
  source: v.string(),
  campaign: v.nullable(v.string()),
  first_view: v.nullable(v.string()),
  updated_at: v.string(),
  /** The time of the first answer, which ended the 24 hours of the promise. */
  answered_at: v.nullable(v.string()),
  /** The deadline for an answer to a new item or to a proposed time; null if no answer is due. */
  due_at: v.nullable(v.string()),
}

/** What the team wrote down after the call; it counts only while the status is 'held'. */
const afterCallSchema = v.object({
  outcome: v.nullable(known(callOutcomes)),
  outcome_value: v.nullable(v.number()),
  next_step: v.nullable(v.string()),
  next_step_on: v.nullable(v.string()),
  next_step_by: v.nullable(v.string()),
})
export type AfterCall = v.InferOutput<typeof afterCallSchema>

export const bookingRowSchema = v.object({
  ...common,
  /** Null, like the two below, where the team typed the booking and was not told. */
  email: v.nullable(v.string()),
  current_challenges: v.nullable(known(challenges)),
  team_size: v.nullable(known(teamSizes)),
  ...afterCallSchema.entries,
  preferred_time: v.string(),
  time_zone: v.nullable(timeZone),
  status: known(bookingStatuses),
  /** A range as PostgreSQL writes it; `spanOf` reads it. */
  confirmed: v.nullable(v.string()),
  /** The start of the call: as confirmed, else as requested. */
  call_at: v.string(),
  /** Another time that the visitor asks for, for a confirmed call; null once it was answered. */
  proposed_time: v.nullable(v.string()),
  proposed_at: v.nullable(v.string()),
})
export type BookingRow = v.InferOutput<typeof bookingRowSchema>

export const messageRowSchema = v.object({
  ...common,
  email: v.string(),
  inquiry_type: known(inquiryTypes),
  status: known(messageStatuses),
})
export type MessageRow = v.InferOutput<typeof messageRowSchema>

/**
 * Columns that a list requests by name. Of all others staff may only filter by `search`, which contains name, address
 * and company in lower case; other data of visitors is read one row at a time, and the reading is recorded.
 */
export const bookingColumns = Object.keys(bookingRowSchema.entries) as (keyof BookingRow)[]
export const messageColumns = Object.keys(messageRowSchema.entries) as (keyof MessageRow)[]
