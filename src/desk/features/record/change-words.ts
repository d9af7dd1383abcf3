import * as v from 'valibot'
import { Failure } from '#desk/lib/failure.ts'
import { dayAndTime, formatSpan, shortDay } from '#desk/lib/times.ts'
import { money } from '#desk/lib/words.ts'
import { type BookingStatus, bookingStatuses, type MessageStatus, messageStatuses } from '#shared/contract/desk.ts'
import { type ExplainedRefusal, explainedRefusalSchema } from '#shared/contract/desk-records.ts'
import { type KnownValue, toKnownValue } from '#shared/contract/fields.ts'
import type { HistoryAction } from '#shared/contract/log-actions.ts'
import { parseInstantRange } from '#shared/lib/local-time.ts'
import type { TimelineEntry } from './api.ts'

/** Returns the refusal if a screen can explain it; null for other errors. */
export function parseRefusal(error: Error | null): ExplainedRefusal | null {
  if (!(error instanceof Failure) || error.hint === null) return null
  const read = v.safeParse(explainedRefusalSchema, { hint: error.hint, details: JSON.stringify(error.facts) })
  return read.success ? read.output : null
}

const verbs: Readonly<Record<KnownValue<BookingStatus | MessageStatus>, string>> = {
  unknown: 'changed this',
  'spam?': 'marked this as suspected spam',
  new: 'reopened this',
  confirmed: 'confirmed this',
  completed: 'marked this as completed',
  'no-show': 'marked this as a no-show',
  cancelled: 'cancelled this',
  spam: 'marked this as spam',
  answered: 'marked this as answered',
  closed: 'closed this',
}

/** Says how long ago an event was. During the first minute, the unit is seconds. */
export function timeAgo(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000))
  return `${seconds < 60 ? `${seconds} s` : formatSpan(seconds * 1000)} ago`
}

/** Describes an earlier change by another member: who made it, what it was, and when. */
export function describeChange(
  { details }: Extract<ExplainedRefusal, { hint: 'changed' }>,
  nameOf: (id: string | null) => string,
  now: number,
): string {
  const at =
    details.status === 'confirmed' && details.confirmed
      ? `, for ${dayAndTime(new Date(parseInstantRange(details.confirmed).start))}`
      : ''
  if (details.what === 'outcome') return `${nameOf(details.by)} recorded the outcome ${timeAgo(details.at, now)}.`
  return `${nameOf(details.by)} ${verbs[toKnownValue([...bookingStatuses, ...messageStatuses], details.status)]} ${timeAgo(details.at, now)}${at}.`
}

type NameOf = (id: string | null) => string

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const timeOf = (value: unknown): string => dayAndTime(new Date(text(value) ?? ''))

interface HistoryContext {
  who: string
  statusWords: Readonly<Record<string, string>>
  nameOf: NameOf
}

type HistorySentence = (entry: TimelineEntry, teller: HistoryContext) => string

const moved: HistorySentence = ({ details }, { who, statusWords }) => `${who}: ${describeMove(details, statusWords)}`
const replied: HistorySentence = ({ details }, { who }) => `${who} replied${reminderIn(details)}`
/** Describes when a member wants to be reminded of a visitor who does not answer. */
const reminderIn = ({ remind_at }: TimelineEntry['details']) =>
  typeof remind_at === 'string' ? `; reminder on ${shortDay(new Date(remind_at))}` : ''
const assigned: HistorySentence = ({ actor, details }, { who, nameOf }) =>
  describeAssignment(actor, who, text(details.to), nameOf)

const sentences: Readonly<Record<HistoryAction, HistorySentence>> = {
  received: () => 'Received',
  noted: (_, { who }) => `${who} added a note`,
  booking_replied: replied,
  message_replied: replied,
  reply_undone: (_, { who }) => `${who} undid the reply`,
  waiting_set: ({ details }, { who }) => `${who}: no reply needed${reminderIn(details)}`,
  waiting_undone: (_, { who }) => `${who}: a reply is needed after all`,
  email_received: () => 'The visitor answered by email',
  email_noted: () => 'An email arrived',
  email_accepted: (_, { who }) => `${who} accepted the email as the visitor’s answer`,
  email_dismissed: (_, { who }) => `${who} dismissed the email`,
  emails_limited: () => 'More than 20 emails arrived within a day; the others stay in the mailbox',
  booking_added: (_, { who }) => `${who} added the phone booking`,
  times_offered: ({ details }, { who }) =>
    `${who} offered ${(Array.isArray(details.times) ? details.times : []).map(timeOf).join(', ')}`,
  times_withdrawn: (_, { who }) => `${who} withdrew the offer`,
  offer_ended: () => 'The offer ended before the visitor chose a time',
  hold_lost: () => 'The hold ended: another call was confirmed for that time',
  hold_restored: () => 'The hold was restored: the confirmation was undone',
  booking_moved: moved,
  message_moved: moved,
  booking_proposed: ({ details }, { who }) => `${who} requested another time: ${timeOf(details.to)}`,
  proposal_declined: ({ details }, { who }) => `${who} declined ${timeOf(details.proposed)}`,
  booking_outcome: ({ details: { outcome, value, currency, step_on, call, is_done } }, { who }) => {
    if (call) return `${who} ${is_done ? 'completed' : 'reopened'} the next step of the call on ${timeOf(call)}`
    const worth = typeof value === 'number' ? `, ${money(value, text(currency) ?? '')}` : ''
    const step = step_on ? `, next step on ${shortDay(new Date(String(step_on)), 'UTC')}` : ''
    return `${who}: ${text(outcome)?.replace('-', ' ') ?? 'no outcome'}${worth}${step}`
  },
  booking_assigned: assigned,
  message_assigned: assigned,
}

const isKnown = (action: string): action is HistoryAction => Object.hasOwn(sentences, action)

/** Describes a history entry in a sentence. An action that this release does not know is shown by its name. */
export function describeEntry(
  entry: TimelineEntry,
  statusWords: Readonly<Record<string, string>>,
  nameOf: NameOf,
): string {
  const { action, actor, details } = entry
  // Visitors have no account. Visitors make changes on the page of their call.
  const who = details.by === 'visitor' ? 'The visitor' : details.by === 'automatic' ? 'Automatic' : nameOf(actor)
  return isKnown(action)
    ? sentences[action](entry, { who, statusWords, nameOf })
    : `${who}: ${action.replaceAll('_', ' ')}`
}

function describeMove(details: Record<string, unknown>, statusWords: Readonly<Record<string, string>>): string {
  const from = text(details.from) ?? ''
  const to = text(details.to) ?? ''
  const confirmed = to === 'confirmed' ? text(details.confirmed) : null
  const at = confirmed ? ` for ${dayAndTime(new Date(parseInstantRange(confirmed).start))}` : ''
  if (from === to) return `rescheduled${at}`
  return `${statusWords[from] ?? from} → ${statusWords[to] ?? to}${at}`
}

function describeAssignment(actor: string | null, who: string, to: string | null, nameOf: NameOf): string {
  if (to === null) return `${who} unassigned it`
  if (to === actor) return `${who} assigned it to ${who === 'You' ? 'yourself' : 'themselves'}`
  return `${who} assigned it to ${nameOf(to) === 'You' ? 'you' : nameOf(to)}`
}
