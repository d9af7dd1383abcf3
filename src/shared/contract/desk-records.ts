import * as v from 'valibot'
import { moveWarnings } from './desk.ts'
import { bookingListRowSchema, messageListRowSchema } from './desk-rows.ts'
import { optionalBookingLimits } from './form-rules.ts'
import { outboxStates } from './outbox.ts'
import { emailMatches, visitorEmailKinds } from './team-mailbox.ts'

const optionalText = v.nullable(v.string())

/** A visitor's optional text fields, keyed by name, as the database returns them. */
export const nullableTexts = <Name extends string>(limits: Readonly<Record<Name, number>>) =>
  Object.fromEntries(Object.keys(limits).map((name) => [name, optionalText])) as Record<Name, typeof optionalText>

/** Columns that are in both tables but not in the lists. */
const hiddenColumns = {
  fill_seconds: v.nullable(v.number()),
  budget_note: optionalText,
  session_id: optionalText,
  landing_page: optionalText,
  referrer: optionalText,
}

const bookingSchema = v.object({
  ...nullableTexts(optionalBookingLimits),
  ...bookingListRowSchema.entries,
  ...hiddenColumns,
  phone: v.nullable(v.string()),
  /** 'confirmed' if the visitor has opened the link in an email. */
  mailbox: v.nullable(v.literal('confirmed')),
  /** True if the visitor selected an available time. */
  picked: v.boolean(),
})

const messageSchema = v.object({ ...messageListRowSchema.entries, ...hiddenColumns, message: v.string() })

const shared = {
  /** Notes, oldest first. */
  notes: v.array(
    v.object({
      id: v.string(),
      at: v.string(),
      author: v.nullable(v.string()),
      body: v.string(),
      /** Members whom the note mentions with `@`; missing in older databases. */
      mentioned: v.optional(v.array(v.string())),
    }),
  ),
  /** Replies sent from the desk, oldest first. An email's state is null if its outbox row was deleted. */
  replies: v.array(
    v.object({
      id: v.string(),
      at: v.string(),
      author: v.string(),
      body: v.string(),
      state: v.nullable(v.picklist(outboxStates)),
      reason: v.nullable(v.string()),
    }),
  ),
  /** Emails from the visitor or about this record, oldest first, with plain text only. */
  emails: v.array(
    v.object({
      id: v.string(),
      created_at: v.string(),
      sent_at: optionalText,
      /** 'sender': only the sender's address matches, so the email may be from anyone. */
      matched_by: v.picklist(emailMatches),
      kind: v.picklist(visitorEmailKinds),
      /** True if the email counts as the visitor's answer. */
      is_answer: v.boolean(),
      dismissed_at: optionalText,
      from_name: v.string(),
      from_address: v.string(),
      subject: v.string(),
      body: v.string(),
      /** Earlier emails that the sender's mail program quoted. */
      quoted: v.string(),
      is_cut: v.boolean(),
      files: v.array(v.object({ name: v.string(), size: v.number(), is_stored: v.boolean() })),
    }),
  ),
  /**
   * The history, oldest first: 'received', then the changes, such as 'booking_moved' and 'message_moved' {from, to,
   * confirmed?, was?}, 'booking_assigned' and 'message_assigned' {from, to}, 'noted' {note}, 'booking_replied' and
   * 'message_replied' {reply, remind_at?}, 'email_received' and 'email_noted' {email}. The actor is null if no user was signed in.
   */
  timeline: v.array(
    v.object({
      at: v.string(),
      actor: v.nullable(v.string()),
      action: v.string(),
      details: v.record(v.string(), v.unknown()),
    }),
  ),
  /** The number of other bookings and messages from this email address. */
  others: v.object({ bookings: v.number(), messages: v.number() }),
}

/** Response of `rpc/read_booking {booking}`, which logs the read. */
export const bookingRecordSchema = v.object({
  booking: bookingSchema,
  ...shared,
})
export type BookingRecord = v.InferOutput<typeof bookingRecordSchema>

/** Response of `rpc/read_message {message}`, which logs the read. */
export const messageRecordSchema = v.object({ message: messageSchema, ...shared })
export type MessageRecord = v.InferOutput<typeof messageRecordSchema>

/** A template for a reply, in which `{name}`, `{company}`, `{time}` and `{link}` are replaced. */
export const replyTemplateSchema = v.object({
  id: v.string(),
  updated_at: v.string(),
  name: v.string(),
  body: v.string(),
})
export type ReplyTemplate = v.InferOutput<typeof replyTemplateSchema>

/** Response of `rpc/read_person {address}`, which logs the read; all lists are newest first. */
export const visitorRecordSchema = v.object({
  email: v.string(),
  bookings: v.array(v.object({ ...bookingListRowSchema.entries, phone: v.nullable(v.string()) })),
  messages: v.array(messageListRowSchema),
  downloads: v.array(v.object({ at: v.string(), pack: v.string() })),
  visits: v.array(
    v.object({
      session_id: v.string(),
      at: v.string(),
      first_view: optionalText,
      source: v.string(),
      campaign: optionalText,
      views: v.number(),
    }),
  ),
})
export type VisitorRecord = v.InferOutput<typeof visitorRecordSchema>

const facts = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.string(), v.parseJson(), v.object(entries))

/** Hints that the desk can explain without further facts about the refusal. */
const unexplainedHints = ['last_owner', 'too_many', 'no_address', 'draft_changed', 'no_changes'] as const

/** A refusal (HTTP 409, code PT409) that the desk explains, using the facts in the response's details. */
export const explainedRefusalSchema = v.variant('hint', [
  v.object({
    hint: v.literal('changed'),
    details: facts({
      status: v.string(),
      /** The confirmed time range of a booking, if any. */
      confirmed: v.nullable(v.string()),
      /** 'outcome' if the call's outcome was changed. */
      what: v.optional(v.string()),
      /** The user who made the last change; null for the server. */
      by: v.nullable(v.string()),
      at: v.string(),
    }),
  }),
  v.object({ hint: v.literal('not_allowed'), details: facts({ from: v.string(), to: v.string() }) }),
  /** A future call cannot be marked as completed or as a no-show; `now` is the database's time. */
  v.object({ hint: v.literal('not_begun'), details: facts({ starts: v.string(), now: v.string() }) }),
  /** A time chosen for the offer is no longer available. */
  v.object({ hint: v.literal('taken'), details: facts({ start: v.string() }) }),
  /**
   * The last reply has changed since the member saw it: its author (null if the account was deleted) and its time (null
   * if there is no reply).
   */
  v.object({
    hint: v.literal('replied'),
    details: facts({ by: v.nullable(v.string()), at: v.nullable(v.string()) }),
  }),
  /** The visitor has changed the proposal to this time; null if there is no longer a proposal. */
  v.object({ hint: v.literal('proposal_changed'), details: facts({ proposed: v.nullable(v.string()) }) }),
  v.object({ hint: v.literal('overlap'), details: facts({ booking: v.string(), confirmed: v.string() }) }),
  /** The assignee is not a member who can make changes in the desk. */
  v.object({ hint: v.literal('not_staff'), details: facts({ assigned_to: v.string() }) }),
  v.object({
    hint: v.picklist(moveWarnings),
    details: facts({
      /** All warnings about this time; the hint is the first warning. */
      warnings: v.array(v.picklist(moveWarnings)),
      /** The weekly capacity, and the number of other calls in the same week. */
      capacity: v.number(),
      taken: v.number(),
    }),
  }),
])
export type ExplainedRefusal = v.InferOutput<typeof explainedRefusalSchema>

/** All hints that the database sends with refusals. */
export const refusalHints: readonly string[] = [
  ...explainedRefusalSchema.options.flatMap(({ entries: { hint } }) =>
    hint.type === 'literal' ? [hint.literal] : hint.options,
  ),
  ...unexplainedHints,
]
