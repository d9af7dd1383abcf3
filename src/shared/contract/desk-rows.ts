import * as v from 'valibot'
import { bookingStateSchema, messageStateSchema } from './booking-state.ts'
import { bookingStatuses, callOutcomes, messageStatuses } from './desk.ts'
import { knownValue, timeZone } from './fields.ts'
import { challenges, inquiryTypes, teamSizes } from './form-rows.ts'

/** Columns in both lists. Times are strings in PostgreSQL's JSON format: `2026-11-25T14:00:00+00:00`. */
const commonColumns = {
  id: v.string(),
  created_at: v.string(),
  name: v.string(),
  company: v.string(),
  assigned_to: v.nullable(v.string()),
  source: v.string(),
  campaign: v.nullable(v.string()),
  first_view: v.nullable(v.string()),
  updated_at: v.string(),
  /** The time of the first answer, which was promised within `answer_hours`. */
  answered_at: v.nullable(v.string()),
  answer_hours: v.number(),
  /** The deadline for an answer to a new item or to a proposed time; null if no answer is due. */
  due_at: v.nullable(v.string()),
  /** The time since which the visitor has waited for the team; in the future while the team waits for the visitor. */
  unanswered_since: v.nullable(v.string()),
  /** The time of a reminder; equals `unanswered_since`. */
  remind_at: v.nullable(v.string()),
}

/** The outcome of the current call; valid only while the status is 'completed'. */
const callResultSchema = v.object({
  outcome: v.nullable(knownValue(callOutcomes)),
  outcome_value: v.nullable(v.number()),
  next_step: v.nullable(v.string()),
  next_step_on: v.nullable(v.string()),
  next_step_by: v.nullable(v.string()),
})
export type CallResult = v.InferOutput<typeof callResultSchema>

/** A completed call before the current call. */
const earlierCallSchema = v.object({
  ...callResultSchema.entries,
  /** The host of this call at the time the next call was confirmed. */
  assigned_to: v.nullable(v.string()),
  /** True if the next step is done. */
  is_done: v.boolean(),
})
export type EarlierCall = v.InferOutput<typeof earlierCallSchema>

export const bookingListRowSchema = v.object({
  ...commonColumns,
  /** This field and the next two can be null if the team entered the booking. */
  email: v.nullable(v.string()),
  current_challenges: v.nullable(knownValue(challenges)),
  team_size: v.nullable(knownValue(teamSizes)),
  ...callResultSchema.entries,
  /** Completed calls by start, oldest first. */
  earlier_calls: v.nullable(v.record(v.string(), earlierCallSchema)),
  /** The earliest date of any call's open next step. */
  follow_up_on: v.nullable(v.string()),
  preferred_time: v.string(),
  time_zone: v.nullable(timeZone),
  status: knownValue(bookingStatuses),
  /** A PostgreSQL time range, which `spanOf` parses. */
  confirmed: v.nullable(v.string()),
  /** The start of the confirmed call or, if there is none, of the requested call. */
  call_at: v.string(),
  /** The visitor's proposal for a confirmed call; null once the team has answered. */
  proposed_time: v.nullable(v.string()),
  state: bookingStateSchema,
})
export type BookingListRow = v.InferOutput<typeof bookingListRowSchema>

export const messageListRowSchema = v.object({
  ...commonColumns,
  email: v.string(),
  inquiry_type: knownValue(inquiryTypes),
  status: knownValue(messageStatuses),
  state: messageStateSchema,
})
export type MessageListRow = v.InferOutput<typeof messageListRowSchema>

export const deskLists = ['bookings', 'messages'] as const

/** Filters that apply to every view of a list. */
export interface ListFilters {
  /**
   * A phone number, or words that must all occur in the name, email address, company, messages, notes, replies or start
   * of the id.
   */
  term?: string | undefined
  source?: string | undefined
  /** A user's id, or `nobody`. */
  assignee?: string | undefined
  /** The id of a user who owns an open next step; only for bookings. */
  step_by?: string | undefined
  /** The range for the time of a call, or for the arrival of a message. */
  from?: string | undefined
  until?: string | undefined
  ids?: readonly string[] | undefined
}

/** The argument of `rpc/list_bookings` and `rpc/list_messages`. */
export interface ListRequest extends ListFilters {
  /** `open`, `overdue`, `waiting`, `follow-up`, `any`, or a state. The default is everything except spam. */
  view?: string | undefined
  sort?: string | undefined
  down?: boolean | undefined
  page?: number | undefined
  /** The number of rows per page, 50 by default. */
  most?: number
}

/** The maximum number of rows per page and per bulk change. */
export const maxRowsPerPage = 500

/** The argument of `rpc/change_rows`, which returns the ids of the changed rows. */
export interface BulkChange {
  list: (typeof deskLists)[number]
  act: 'move' | 'assign' | 'undo'
  /** `from` is the state or assignee that the user saw; for `undo`, the state after the user's own change. */
  rows: readonly { id: string; from: string | null; to: string | null }[]
}

/** The number of rows that match the search but are not in the list. */
const otherMatchesSchema = v.object({
  spam: v.number(),
  suspect: v.number(),
  /** Rows that are in another view or excluded by a filter. */
  others: v.number(),
})
export type OtherMatches = v.InferOutput<typeof otherMatchesSchema>

export const listSchema = <Row>(row: v.GenericSchema<unknown, Row>) =>
  v.object({
    rows: v.array(row),
    /** The number of rows on all pages. */
    total: v.number(),
    /** True if no row matches exactly, and these rows match except for one typing error. */
    is_near: v.boolean(),
    /** Null if the request has no search. */
    elsewhere: v.nullable(otherMatchesSchema),
  })

/** Response of `rpc/booking_counts` and `rpc/message_counts`: the number of rows per view, with the same filters. */
export const listCountsSchema = v.record(v.string(), v.number())

/** A row of `saved_views`, with the query parameters of the list. */
export const savedViewSchema = v.object({
  id: v.string(),
  owner: v.string(),
  name: v.string(),
  filters: v.record(v.string(), v.union([v.string(), v.boolean()])),
  is_shared: v.boolean(),
})
export type SavedView = v.InferOutput<typeof savedViewSchema>
