import * as v from 'valibot'
import type { BookingFacts, LetterData, Meeting, MessageFacts, Span, Visitor } from '#letters/types.ts'
import { timeStates } from '#shared/contract/booking-state.ts'
import { unreadEntriesSchema } from '#shared/contract/calendars.ts'
import { type BookingStatus, bookingStatuses, messageStatuses } from '#shared/contract/desk.ts'
import { type KnownValue, knownValue, timeZone, toKnownValue } from '#shared/contract/fields.ts'
import { callPlaces } from '#shared/contract/hosts.ts'
import { handoverKinds } from '#shared/contract/mine.ts'
import { backupFailures } from '#shared/contract/operations.ts'
import { hourCycles } from '#shared/lib/local-time.ts'

/** The state of a call now, or when an email was queued. */
export interface CallState {
  status: KnownValue<BookingStatus>
  call: Span | null
  meeting: Meeting
}

/** The last state that a reader knows; `call` is the last confirmed call, even if it was cancelled later. */
export interface KnownState extends CallState {
  /** True if the email that reported this state was certainly sent. */
  isSure: boolean
}

const text = v.nullable(v.string())
const time = v.nullable(v.number())
const statusOf = <Word extends string>(list: readonly Word[]) =>
  v.pipe(
    v.string(),
    v.transform((word) => toKnownValue(list, word)),
  )

/** The host and place of the call; a place that is unknown to this release is read as null. */
const meeting = v.object({
  host: text,
  place: v.pipe(
    text,
    v.transform((word) => callPlaces.find((known) => known === word) ?? null),
  ),
  link: text,
  /** `why`: the booking's last change; `time`: the state of a request's time. */
  why: v.optional(text),
  time: v.optional(v.nullable(knownValue(timeStates))),
})

/** The state of a call in an email's facts; absent if the email is not about a call. */
const told = {
  status: v.optional(statusOf(bookingStatuses)),
  starts: v.optional(text),
  ends: v.optional(text),
  meeting: v.optional(meeting),
}
export type ReportedState = v.InferOutput<ReturnType<typeof v.object<typeof told, undefined>>>

const factsSchema = v.object({
  ...told,
  /** For an email about an error in visitors' browsers. */
  code: v.optional(v.string()),
  place: v.optional(v.string()),
  cause: v.optional(v.string()),
  release: v.optional(v.string()),
  visits: v.optional(v.number()),
  of: v.optional(v.number()),
  usual: v.optional(v.number()),
  /** For an email about an unreadable calendar; `place` is the calendar's server, and `code` is the reason. */
  name: v.optional(v.string()),
  unread: v.optional(v.nullable(unreadEntriesSchema)),
  /** For an email about backups. */
  snapshot_at: v.optional(text),
  every_hours: v.optional(v.number()),
  failure: v.optional(v.nullable(v.picklist(backupFailures))),
  sequence: v.optional(v.number()),
  proposed: v.optional(text),
  since: v.optional(text),
  due: v.optional(text),
  by_visitor: v.optional(v.boolean()),
  /** A member's reason for a cancelled call or a declined proposal. */
  reason: v.optional(text),
  booking: v.optional(v.string()),
})

const arrived = {
  id: v.string(),
  created: v.number(),
  name: v.string(),
  /** Empty for a phone booking without an email address; in that case, the visitor receives no emails. */
  email: v.pipe(
    text,
    v.transform((address) => address ?? ''),
  ),
  company: v.string(),
  /** The time by which the first answer was promised. */
  answerBy: v.number(),
  /** The time by which an answer is due; null if none is due. */
  due: time,
}

const bookingSchema = v.object({
  ...arrived,
  status: statusOf(bookingStatuses),
  phone: v.pipe(
    text,
    v.transform((number) => number ?? ''),
  ),
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
export type EmailBookingRow = v.InferOutput<typeof bookingSchema>

const messageSchema = v.object({
  ...arrived,
  status: statusOf(messageStatuses),
  inquiry_type: v.string(),
  message: v.string(),
})
type MessageRow = v.InferOutput<typeof messageSchema>

const offeredSchema = v.array(v.object({ start: v.string(), end: v.string(), until: v.string() }))
const replySchema = v.object({
  body: v.string(),
  author: text,
  thread: v.array(v.string()),
  /** The visitor's latest email. */
  quoted: v.nullable(v.object({ at: v.number(), words: v.string() })),
})

const itemSchema = v.object({
  what: v.picklist(['booking', 'message', 'wish']),
  id: v.string(),
  who: v.string(),
  company: v.string(),
  at: v.number(),
  host: v.optional(text),
})

/** All data in the database about one email in the outbox. Times are in milliseconds since 1970. */
export const letterSchema = v.object({
  id: v.string(),
  kind: v.string(),
  recipient: text,
  /**
   * The kind that was sent; null before sending. A sent email is shown as it was sent, even if its booking has changed.
   */
  sent_as: text,
  /** The facts at the time when the email was queued. */
  facts: factsSchema,
  desk_zone: timeZone,
  call_minutes: v.number(),
  answer_hours: v.number(),
  booking: v.nullable(bookingSchema),
  message: v.nullable(messageSchema),
  /** Times that are offered now; null for other kinds of email. */
  offered: v.nullable(offeredSchema),
  /** Available times near the slot that was taken; null for other kinds of email. */
  free: v.nullable(v.array(v.string())),
  /** A member's reply; null if the member undid the reply. */
  reply: v.nullable(replySchema),
  told: v.nullable(v.object({ ...told, is_sure: v.boolean() })),
  /** The note that mentions the reader; null if the reader is no longer a member. */
  mention: v.nullable(v.object({ body: v.string(), author: v.string() })),
  /** The reader's new assignments; null for other kinds of email, and if nothing is left. */
  handovers: v.nullable(v.array(v.object({ ...itemSchema.entries, by: v.string(), kind: v.picklist(handoverKinds) }))),
  /** True if a later change to the call is queued for the same recipient. */
  is_overtaken: v.boolean(),
  /** For emails to the team: true if the call is in the reader's calendar. */
  is_host: v.nullable(v.boolean()),
})
export type OutboxEmailRow = v.InferOutput<typeof letterSchema>

export const digestSchema = v.object({
  waiting: v.array(itemSchema),
  waitingInAll: v.number(),
  calls: v.array(itemSchema),
  steps: v.array(v.object({ ...itemSchema.entries, step: v.string() })),
  suspects: v.number(),
  failed: v.number(),
  taken: v.number(),
  capacity: v.number(),
})
export type DigestRow = v.InferOutput<typeof digestSchema>

/** The facts about this installation that every email needs. */
export interface InstallationFacts {
  /** A function, because a port that the system chooses is known only once the server listens. */
  siteUrl: () => string
  /** The sender of emails and invitations. */
  organizer: string
  /** The current address for visitors' replies. */
  answersTo: () => string
  /** The link to a visitor's own page. `ends`: the end of the call, in milliseconds since 1970. */
  callLink: (booking: string, ends: number) => Promise<string>
}

/** The reason an email is no longer needed, as the desk shows it. */
export interface DroppedEmail {
  dropped: string
}

export const overtaken: DroppedEmail = { dropped: 'a later email replaces it' }
export const noLongerTrue: DroppedEmail = { dropped: 'it is no longer true' }
export const callOver: DroppedEmail = { dropped: 'the call is over' }
export const answered: DroppedEmail = { dropped: 'it was answered' }

/** The data that all emails about a booking have in common. */
export type BookingEmailData = Pick<
  Extract<LetterData, { kind: 'request-received' }>,
  'to' | 'deskZone' | 'siteUrl' | 'organizer' | 'answersTo' | 'now' | 'visitor' | 'booking' | 'meeting' | 'callLink'
>

export function envelope(row: OutboxEmailRow, house: InstallationFacts, now: number, sender: { email: string } | null) {
  const { siteUrl, organizer, answersTo } = house
  const to = row.recipient ?? sender?.email ?? ''
  return { to, deskZone: row.desk_zone, siteUrl: siteUrl(), organizer, answersTo: answersTo(), now }
}

export async function bookingEmailData(
  row: OutboxEmailRow,
  booking: EmailBookingRow,
  house: InstallationFacts,
  now: number,
): Promise<BookingEmailData> {
  return {
    ...envelope(row, house, now, booking),
    visitor: visitorOf(booking),
    booking: factsOf(booking, now + row.answer_hours * 3_600_000),
    meeting: reportedMeeting(row.sent_as ? row.facts : booking),
    // Only emails to the visitor contain the secret link to the visitor's page.
    callLink: row.recipient ? '' : await house.callLink(booking.id, Math.max(booking.ends ?? booking.preferred, now)),
  }
}

export const visitorOf = (row: EmailBookingRow | MessageRow): Visitor => ({
  name: row.name,
  email: row.email,
  company: row.company,
  timeZone: 'time_zone' in row ? row.time_zone : null,
  hourCycle: 'hour_cycle' in row ? row.hour_cycle : null,
})

const factsOf = (row: EmailBookingRow, promise: number): BookingFacts => ({
  id: row.id,
  phone: row.phone,
  answers: row.answers,
  message: row.message,
  preferred: row.preferred,
  received: row.created,
  answerBy: row.answerBy,
  due: row.due ?? promise,
})

export const messageFactsOf = (row: MessageRow): MessageFacts => ({
  id: row.id,
  inquiry: row.inquiry_type,
  message: row.message,
  received: row.created,
  answerBy: row.answerBy,
})

export const spanOf = ({ starts, ends }: { starts: number | null; ends: number | null }): Span | null =>
  starts === null || ends === null ? null : { starts, ends }

export const timeOf = (text: string | null | undefined) => (text ? Date.parse(text) : null)

export const reportedSpan = (told: ReportedState): Span | null =>
  spanOf({ starts: timeOf(told.starts), ends: timeOf(told.ends) })

/** Emails from releases that had no hosts said that we call by phone. */
export const reportedMeeting = ({ meeting }: Pick<ReportedState, 'meeting'>): Meeting =>
  meeting
    ? { host: meeting.host, place: meeting.place, link: meeting.link }
    : { host: null, place: 'phone', link: null }

/** The state of a chosen time; for a sent email, the state when the email was queued. */
export function chosenSlotState(row: OutboxEmailRow): 'held' | 'available' | null {
  const time = (row.sent_as ? row.facts : row.booking)?.meeting?.time
  return time === 'held' || time === 'available' ? time : null
}
