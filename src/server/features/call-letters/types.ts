import * as v from 'valibot'
import type { Meeting, Span } from '#letters/types.ts'
import { backupFailures } from '#shared/contract/backups.ts'
import { type BookingStatus, bookingStatuses, messageStatuses } from '#shared/contract/desk.ts'
import { timeZone } from '#shared/contract/fields.ts'
import { callPlaces } from '#shared/contract/hosts.ts'
import { type Known, knownWord } from '#shared/contract/known.ts'
import { hourCycles } from '#shared/lib/hour-cycle.ts'

/** How a call stands, or stood when a letter was caused. */
export interface CallState {
  status: Known<BookingStatus>
  call: Span | null
  meeting: Meeting
}

/** What a reader was last told; `call` is the last one that they were told of, also when it was called off since. */
export interface ToldState extends CallState {
  /** Whether the letter is known to have left, and as what. */
  isSure: boolean
}

const text = v.nullable(v.string())
const time = v.nullable(v.number())
const statusOf = <Word extends string>(list: readonly Word[]) =>
  v.pipe(
    v.string(),
    v.transform((word) => knownWord(list, word)),
  )

/** Who takes the call and where; a place that only a later release knows is said by that one. */
const meeting = v.object({
  host: text,
  place: v.pipe(
    text,
    v.transform((word) => callPlaces.find((known) => known === word) ?? null),
  ),
  link: text,
  /** Until when a picked time is held for its request, in milliseconds; or that it awaits the proof of its mailbox. */
  held_until: v.optional(time),
  is_unproven: v.optional(v.boolean()),
})

/** How a call stood, as a letter's facts have it: nothing of it in a letter about something else. */
const told = {
  status: v.optional(statusOf(bookingStatuses)),
  starts: v.optional(text),
  ends: v.optional(text),
  meeting: v.optional(meeting),
}
export type Told = v.InferOutput<ReturnType<typeof v.object<typeof told, undefined>>>

const factsSchema = v.object({
  ...told,
  /** What broke in visitors' browsers, of a letter about that. */
  code: v.optional(v.string()),
  place: v.optional(v.string()),
  cause: v.optional(v.string()),
  release: v.optional(v.string()),
  visits: v.optional(v.number()),
  of: v.optional(v.number()),
  usual: v.optional(v.number()),
  /** Of a calendar that cannot be read; its server and the fault are `place` and `code`. */
  name: v.optional(v.string()),
  /** How backups stand, of a letter about them. */
  snapshot_at: v.optional(text),
  every_hours: v.optional(v.number()),
  failure: v.optional(v.nullable(v.picklist(backupFailures))),
  sequence: v.optional(v.number()),
  proposed: v.optional(text),
  since: v.optional(text),
  by_visitor: v.optional(v.boolean()),
  booking: v.optional(v.string()),
  /** It came of a visitor's own hand while another letter to their mailbox had just left, and waited its turn. */
})

const arrived = {
  id: v.string(),
  created: v.number(),
  name: v.string(),
  email: v.string(),
  company: v.string(),
  is_answered: v.boolean(),
}

const bookingSchema = v.object({
  ...arrived,
  status: statusOf(bookingStatuses),
  phone: v.string(),
  answers: v.record(v.string(), text),
  time_zone: v.nullable(timeZone),
  hour_cycle: v.nullable(v.picklist(hourCycles)),
  message: text,
  preferred: v.number(),
  call_sequence: v.number(),
  starts: time,
  ends: time,
  proposed: time,
  meeting,
})
export type BookingRow = v.InferOutput<typeof bookingSchema>

const messageSchema = v.object({
  ...arrived,
  status: statusOf(messageStatuses),
  inquiry_type: v.string(),
  message: v.string(),
})
export type MessageRow = v.InferOutput<typeof messageSchema>

/** Something that is told in the letter of another. */
/** Everything in the database that a letter about one item of the outbox is made of. Times are milliseconds. */
export const letterSchema = v.object({
  id: v.string(),
  kind: v.string(),
  recipient: text,
  /** What it was when it went out; null while it has not. Then it is read as it was, however things stand now. */
  sent_as: text,
  /** How things stood when the letter was caused. */
  facts: factsSchema,
  desk_zone: timeZone,
  call_minutes: v.number(),
  booking: v.nullable(bookingSchema),
  message: v.nullable(messageSchema),
  /** What this reader was last told of this call. */
  told: v.nullable(v.object({ ...told, is_sure: v.boolean() })),
  /** A later change of this call is on its way to this reader. */
  is_overtaken: v.boolean(),
  /** Whether the call stands in this reader's calendar: for letters to the team. */
  is_host: v.nullable(v.boolean()),
})
export type LetterRow = v.InferOutput<typeof letterSchema>

const itemSchema = v.object({
  what: v.picklist(['booking', 'message', 'wish']),
  id: v.string(),
  who: v.string(),
  company: v.string(),
  at: v.number(),
  host: v.optional(text),
})

/** What the digest of a day tells of. */
export const digestSchema = v.object({
  waiting: v.array(itemSchema),
  waitingInAll: v.number(),
  calls: v.array(itemSchema),
  suspects: v.number(),
  failed: v.number(),
  taken: v.number(),
  capacity: v.number(),
})
export type DigestRow = v.InferOutput<typeof digestSchema>
