import { zoneOf } from '#letters/moments.ts'
import type { LetterData, Span } from '#letters/types.ts'
import { calendarErrors } from '#shared/contract/calendars.ts'
import type { BookingStatus } from '#shared/contract/desk.ts'
import { type LetterKind, letterKinds, type ScheduledLetterKind } from '#shared/contract/outbox.ts'
import { suggestSlots } from '#shared/lib/suggest-slots.ts'
import { changeData } from './call-change.ts'
import {
  answered,
  type BookingEmailData,
  bookingEmailData,
  callOver,
  chosenSlotState,
  type DigestRow,
  type DroppedEmail,
  type EmailBookingRow,
  envelope,
  type InstallationFacts,
  messageFactsOf,
  noLongerTrue,
  type OutboxEmailRow,
  overtaken,
  reportedSpan,
  spanOf,
  timeOf,
  visitorOf,
} from './letter-facts.ts'

export interface WritingContext {
  row: OutboxEmailRow
  house: InstallationFacts
  now: number
  readDigest: () => Promise<DigestRow>
}

type EmailDataOrDrop = LetterData | DroppedEmail
type EmailDataReader = (writing: WritingContext) => EmailDataOrDrop | Promise<EmailDataOrDrop>

/** For emails about a booking. The email is dropped if the booking was deleted. */
const ofBooking =
  (
    read: (
      writing: WritingContext,
      booking: EmailBookingRow,
      about: BookingEmailData,
    ) => EmailDataOrDrop | Promise<EmailDataOrDrop>,
  ): EmailDataReader =>
  async (writing) => {
    const { row, house, now } = writing
    return row.booking ? read(writing, row.booking, await bookingEmailData(row, row.booking, house, now)) : noLongerTrue
  }

/** For reminders. The reminder is dropped if the call's time or status has changed. */
const timed = (kind: ScheduledLetterKind, status: BookingStatus): EmailDataReader =>
  ofBooking(({ row }, booking, about) => {
    const call = reportedSpan(row.facts)
    const stands = booking.status === status && call?.starts === booking.starts
    return call && (row.sent_as || stands) ? { ...about, kind, call } : noLongerTrue
  })

const changed = ofBooking(({ row }, booking, about) => changeData(row, booking, about))

/**
 * The current data for each kind of email, or the reason the email is not sent. For a sent email, the data as of the
 * time of sending.
 */
const readers: Readonly<Record<LetterKind, EmailDataReader>> = {
  'request-received': ofBooking(({ row }, booking, about) =>
    row.sent_as || booking.status === 'new'
      ? {
          ...about,
          kind: 'request-received',
          minutes: row.call_minutes,
          picked: chosenSlotState(row),
        }
      : overtaken,
  ),
  call: changed,
  'team-call': changed,
  'call-stands': ofBooking(({ row }, booking, about) => {
    const call = reportedSpan(row.facts)
    const proposed = timeOf(row.facts.proposed)
    // False after another proposal or a move, because other emails report these changes.
    const stands = booking.status === 'confirmed' && call?.starts === booking.starts && booking.proposed === null
    const isSaid = call && proposed !== null && (row.sent_as || stands)
    return isSaid ? { ...about, kind: 'call-stands', call, proposed, reason: row.facts.reason ?? null } : noLongerTrue
  }),
  'time-taken': ofBooking(({ row }, booking, about) => {
    const taken = timeOf(row.facts.starts)
    if (taken === null || !(row.sent_as || booking.meeting.why === 'hold_lost')) return noLongerTrue
    const spanFrom = (starts: number): Span => ({ starts, ends: starts + row.call_minutes * 60_000 })
    const zone = zoneOf(booking.time_zone, row.desk_zone)
    const times = suggestSlots(
      (row.free ?? []).map((time) => Date.parse(time)),
      zone,
      { requested: taken },
    )
    return {
      ...about,
      kind: 'time-taken',
      taken: spanFrom(taken),
      times: times.slice(0, 3).map(spanFrom),
    }
  }),
  // Since the email was queued, offered slots may have been chosen or withdrawn, or may have expired. A sent email
  // is shown with the remaining slots.
  'times-offered': ofBooking(({ row }, _booking, about) => {
    const times = (row.offered ?? []).map(({ start, end }) => ({
      starts: Date.parse(start),
      ends: Date.parse(end),
    }))
    const until = timeOf(row.offered?.[0]?.until)
    return until === null ? noLongerTrue : { ...about, kind: 'times-offered', times, until }
  }),
  reply,
  'reminder-day': timed('reminder-day', 'confirmed'),
  'reminder-hour': timed('reminder-hour', 'confirmed'),
  'message-received': ({ row, house, now }) =>
    ofMessage(row, house, now, (about) => ({ ...about, kind: 'message-received' })),
  'team-booking': ofBooking(({ row }, booking, about) =>
    !row.sent_as && booking.status === 'spam'
      ? noLongerTrue
      : { ...about, kind: 'team-booking', minutes: row.call_minutes, picked: chosenSlotState(row) },
  ),
  'team-message': ({ row, house, now }) => ofMessage(row, house, now, (about) => ({ ...about, kind: 'team-message' })),
  'team-call-erased': erased,
  'team-proposal': ofBooking(proposal),
  'team-risk': risk,
  'team-digest': digest,
  'team-fault': ({ row, house, now }) => {
    const { code = '', place = '', cause = '', release = '', visits = 0, of = 0, usual = 0, since } = row.facts
    const fault = { code, place, cause, release, visits, of, usual, since: timeOf(since) ?? now }
    return { ...envelope(row, house, now, null), kind: 'team-fault', fault }
  },
  'team-calendar': ({ row, house, now }) => {
    const { name = '', place = '', code, since, unread = null } = row.facts
    const fault = calendarErrors.find((one) => one === code) ?? null
    const calendar = { name, place, fault, since: code === undefined ? null : (timeOf(since) ?? now), unread }
    return { ...envelope(row, house, now, null), kind: 'team-calendar', calendar }
  },
  'team-backup': ({ row, house, now }) => {
    const { snapshot_at, every_hours = 0, failure = null } = row.facts
    const backup = { made: timeOf(snapshot_at), everyHours: every_hours, failure }
    return { ...envelope(row, house, now, null), kind: 'team-backup', backup }
  },
  'team-mention': ({ row, house, now }) => {
    const { booking, message, mention } = row
    const about = booking ?? message
    if (!about || !mention) return noLongerTrue
    return {
      ...envelope(row, house, now, about),
      kind: 'team-mention',
      visitor: visitorOf(about),
      about: { what: booking ? 'booking' : 'message', id: about.id },
      author: mention.author,
      note: mention.body,
    }
  },
  'team-assigned': ({ row, house, now }) =>
    row.handovers
      ? { ...envelope(row, house, now, null), kind: 'team-assigned', items: row.handovers }
      : { dropped: 'everything was seen or assigned to someone else' },
  // The own-data feature writes this email, because only the reader may see the link.
  'own-data': () => ({ dropped: 'only its reader may see its link' }),
}

/** A later release on the same database queued an email of a kind that this release cannot write. */
export interface UnknownKind {
  unknownKind: string
}

export async function letterData(writing: WritingContext): Promise<EmailDataOrDrop | UnknownKind> {
  const { kind } = writing.row
  const known = letterKinds.find((one) => one === kind)
  return known ? readers[known](writing) : { unknownKind: kind }
}

/** Returns the data for an erased booking, of which only the outbox row is left. */
function erased({ row, house, now }: WritingContext): EmailDataOrDrop {
  const { facts, sent_as } = row
  const was = reportedSpan(facts)
  if (!was || facts.booking === undefined || facts.sequence === undefined) return noLongerTrue
  if (!sent_as && was.ends <= now) return callOver
  const { booking: reference, sequence } = facts
  return { ...envelope(row, house, now, null), kind: 'team-call-erased', was, reference, sequence }
}

function proposal({ row }: WritingContext, booking: EmailBookingRow, about: BookingEmailData): EmailDataOrDrop {
  const proposed = timeOf(row.facts.proposed)
  // If the call is not confirmed, the visitor's proposal has replaced the requested time.
  const asked = booking.status === 'confirmed' ? booking.proposed : booking.preferred
  const stands = asked === proposed && ['new', 'confirmed'].includes(booking.status)
  if (proposed === null || !(row.sent_as || stands)) return noLongerTrue
  return {
    ...about,
    kind: 'team-proposal',
    proposed,
    minutes: row.call_minutes,
    call: booking.status === 'confirmed' ? spanOf(booking) : null,
  }
}

async function reply({ row, house, now }: WritingContext): Promise<EmailDataOrDrop> {
  const { booking, message } = row
  const about = booking ?? message
  if (!about || !row.reply) return noLongerTrue
  const { quoted, ...written } = row.reply
  return {
    ...envelope(row, house, now, about),
    ...written,
    kind: 'reply',
    visitor: visitorOf(about),
    about: {
      what: booking ? 'booking' : 'message',
      id: about.id,
      asked: quoted?.at ?? about.created,
      words: quoted?.words ?? about.message,
    },
    callLink: booking
      ? await house.callLink(booking.id, Math.max(booking.ends ?? booking.preferred, now))
      : `${house.siteUrl()}/`,
  }
}

/** Warns that the answer to a booking, a message or a proposed time is almost due. */
function risk({ row, house, now }: WritingContext): EmailDataOrDrop {
  const { facts, booking, message } = row
  const about = booking ?? message
  if (!about) return noLongerTrue
  const due = timeOf(facts.due) ?? about.answerBy
  if (!row.sent_as && about.due !== due) return answered
  return {
    ...envelope(row, house, now, about),
    kind: 'team-risk',
    visitor: visitorOf(about),
    about: { what: booking ? 'booking' : 'message', id: about.id },
    received: timeOf(facts.since) ?? about.created,
    due,
  }
}

/**
 * For emails about a message. The email is dropped if the message was deleted, or was marked as spam before the
 * email was sent.
 */
async function ofMessage(
  row: OutboxEmailRow,
  house: InstallationFacts,
  now: number,
  read: (about: AboutMessage) => EmailDataOrDrop,
): Promise<EmailDataOrDrop> {
  const { message } = row
  if (!message || (!row.sent_as && message.status === 'spam')) return noLongerTrue
  return read({
    ...envelope(row, house, now, message),
    visitor: visitorOf(message),
    message: messageFactsOf(message),
  })
}

type AboutMessage = Omit<Extract<LetterData, { kind: 'team-message' }>, 'kind'>

/** No digest is sent if there is nothing to report. */
async function digest({ row, house, now, readDigest }: WritingContext): Promise<EmailDataOrDrop> {
  const found = await readDigest()
  const { waitingInAll, calls, steps, suspects, failed } = found
  if (waitingInAll + calls.length + steps.length + suspects + failed === 0)
    return { dropped: 'there was nothing to report' }
  return { ...envelope(row, house, now, null), kind: 'team-digest', ...found }
}
