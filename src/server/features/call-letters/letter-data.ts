import { promise, zoneOf } from '#letters/moments.ts'
import type { LetterData, Span } from '#letters/types.ts'
import { calendarFaults } from '#shared/contract/calendars.ts'
import type { BookingStatus } from '#shared/contract/desk.ts'
import { type LetterKind, letterKinds, type TimedLetter } from '#shared/contract/outbox.ts'
import { firstOffers } from '#shared/lib/first-offers.ts'
import { change } from './call-change.ts'
import {
  type About,
  aboutOf,
  answered,
  type BookingRow,
  type DigestRow,
  envelope,
  type House,
  type LetterRow,
  messageFactsOf,
  type NotWritten,
  noNews,
  over,
  overtaken,
  pickedOf,
  spanOf,
  spanTold,
  timeOf,
  visitorOf,
} from './letter-facts.ts'

export interface Writing {
  row: LetterRow
  house: House
  now: number
  readDigest: () => Promise<DigestRow>
}

type Told = LetterData | NotWritten
type Read = (writing: Writing) => Told | Promise<Told>

/** For emails about a booking; dropped if the booking was deleted. */
const ofBooking =
  (read: (writing: Writing, booking: BookingRow, about: About) => Told | Promise<Told>): Read =>
  async (writing) => {
    const { row, house, now } = writing
    return row.booking ? read(writing, row.booking, await aboutOf(row, row.booking, house, now)) : noNews
  }

/** For reminders; dropped if the call's time or status has changed. */
const timed = (kind: TimedLetter, status: BookingStatus): Read =>
  ofBooking(({ row }, booking, about) => {
    const call = spanTold(row.facts)
    const stands = booking.status === status && call?.starts === booking.starts
    return call && (row.sent_as || stands) ? { ...about, kind, call } : noNews
  })

const changed = ofBooking(({ row }, booking, about) => change(row, booking, about))

/** The current data of each kind of email, or the reason it is not sent; for a sent email, the data at that time. */
const readers: Readonly<Record<LetterKind, Read>> = {
  'request-received': ofBooking(({ row }, booking, about) =>
    row.sent_as || booking.status === 'new'
      ? {
          ...about,
          kind: 'request-received',
          minutes: row.call_minutes,
          picked: pickedOf(row),
        }
      : overtaken,
  ),
  call: changed,
  'team-call': changed,
  'call-stands': ofBooking(({ row }, booking, about) => {
    const call = spanTold(row.facts)
    const proposed = timeOf(row.facts.proposed)
    // False after another proposal or a move, which other emails report.
    const stands =
      booking.status === 'confirmed' && call?.starts === booking.starts && booking.proposed === null
    const isSaid = call && proposed !== null && (row.sent_as || stands)
    return isSaid
      ? { ...about, kind: 'call-stands', call, proposed, reason: row.facts.reason ?? null }
      : noNews
  }),
  'time-taken': ofBooking(({ row, now }, booking, about) => {
    const taken = timeOf(row.facts.starts)
    if (taken === null || !(row.sent_as || booking.meeting.why === 'hold_lost')) return noNews
    const spanFrom = (starts: number): Span => ({ starts, ends: starts + row.call_minutes * 60_000 })
    const zone = zoneOf(booking.time_zone, row.desk_zone)
    const times = firstOffers(
      (row.free ?? []).map((time) => Date.parse(time)),
      zone,
      { requested: taken },
    )
    return {
      ...about,
      kind: 'time-taken',
      taken: spanFrom(taken),
      times: times.slice(0, 3).map(spanFrom),
      due: (booking.unanswered ?? now) + promise,
    }
  }),
  // Offered slots can be chosen, withdrawn or expired by now; a sent email is shown with the remaining slots.
  'times-offered': ofBooking(({ row }, _booking, about) => {
    const times = (row.offered ?? []).map(({ start, end }) => ({
      starts: Date.parse(start),
      ends: Date.parse(end),
    }))
    const until = timeOf(row.offered?.[0]?.until)
    return until === null ? noNews : { ...about, kind: 'times-offered', times, until }
  }),
  reply,
  'reminder-day': timed('reminder-day', 'confirmed'),
  'reminder-hour': timed('reminder-hour', 'confirmed'),
  'message-received': ({ row, house, now }) =>
    ofMessage(row, house, now, (about) => ({ ...about, kind: 'message-received' })),
  'team-booking': ofBooking(({ row }, booking, about) =>
    !row.sent_as && booking.status === 'spam'
      ? noNews
      : { ...about, kind: 'team-booking', minutes: row.call_minutes, picked: pickedOf(row) },
  ),
  'team-message': ({ row, house, now }) =>
    ofMessage(row, house, now, (about) => ({ ...about, kind: 'team-message' })),
  'team-call-erased': erased,
  'team-proposal': ofBooking(proposal),
  'team-risk': risk,
  'team-digest': digest,
  'team-fault': ({ row, house, now }) => {
    const {
      code = '',
      place = '',
      cause = '',
      release = '',
      visits = 0,
      of = 0,
      usual = 0,
      since,
    } = row.facts
    const fault = { code, place, cause, release, visits, of, usual, since: timeOf(since) ?? now }
    return { ...envelope(row, house, now, null), kind: 'team-fault', fault }
  },
  'team-calendar': ({ row, house, now }) => {
    const { name = '', place = '', code, since, unread = null } = row.facts
    const fault = calendarFaults.find((one) => one === code) ?? null
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
    if (!about || !mention) return noNews
    return {
      ...envelope(row, house, now, about),
      kind: 'team-mention',
      visitor: visitorOf(about),
      about: { what: booking ? 'booking' : 'message', id: about.id },
      author: mention.author,
      note: mention.body,
    }
  },
  // The own-data feature writes this email, because only the reader may see the link.
  'own-data': () => ({ dropped: 'only its reader may see its link' }),
}

/** A later release on the same database queued an email of a kind that this release cannot write. */
export interface UnknownKind {
  unknownKind: string
}

export async function letterData(writing: Writing): Promise<Told | UnknownKind> {
  const { kind } = writing.row
  const known = letterKinds.find((one) => one === kind)
  return known ? readers[known](writing) : { unknownKind: kind }
}

/** For an erased booking, of which only the outbox row is left. */
function erased({ row, house, now }: Writing): Told {
  const { facts, sent_as } = row
  const was = spanTold(facts)
  if (!was || facts.booking === undefined || facts.sequence === undefined) return noNews
  if (!sent_as && was.ends <= now) return over
  const { booking: reference, sequence } = facts
  return { ...envelope(row, house, now, null), kind: 'team-call-erased', was, reference, sequence }
}

function proposal({ row }: Writing, booking: BookingRow, about: About): Told {
  const proposed = timeOf(row.facts.proposed)
  // If the call is not confirmed, the visitor's proposal has replaced the requested time.
  const asked = booking.status === 'confirmed' ? booking.proposed : booking.preferred
  const stands = asked === proposed && ['new', 'confirmed'].includes(booking.status)
  if (proposed === null || !(row.sent_as || stands)) return noNews
  return {
    ...about,
    kind: 'team-proposal',
    proposed,
    minutes: row.call_minutes,
    call: booking.status === 'confirmed' ? spanOf(booking) : null,
  }
}

async function reply({ row, house, now }: Writing): Promise<Told> {
  const { booking, message } = row
  const about = booking ?? message
  if (!about || !row.reply) return noNews
  return {
    ...envelope(row, house, now, about),
    ...row.reply,
    kind: 'reply',
    visitor: visitorOf(about),
    about: {
      what: booking ? 'booking' : 'message',
      id: about.id,
      asked: about.created,
      words: about.message,
    },
    callLink: booking
      ? await house.callLink(booking.id, Math.max(booking.ends ?? booking.preferred, now))
      : `${house.siteUrl()}/`,
  }
}

/** Warns that the answer to a booking, a message or a proposed time is almost due. */
function risk({ row, house, now }: Writing): Told {
  const { facts, booking, message } = row
  const about = booking ?? message
  if (!about) return noNews
  const since = timeOf(facts.since) ?? about.created
  if (!row.sent_as && about.unanswered !== since) return answered
  return {
    ...envelope(row, house, now, about),
    kind: 'team-risk',
    visitor: visitorOf(about),
    about: { what: booking ? 'booking' : 'message', id: about.id },
    received: since,
  }
}

/** For emails about a message; dropped if the message was deleted, or was spam before the email was sent. */
async function ofMessage(
  row: LetterRow,
  house: House,
  now: number,
  read: (about: AboutMessage) => Told,
): Promise<Told> {
  const { message } = row
  if (!message || (!row.sent_as && message.status === 'spam')) return noNews
  return read({
    ...envelope(row, house, now, message),
    visitor: visitorOf(message),
    message: messageFactsOf(message),
  })
}

type AboutMessage = Omit<Extract<LetterData, { kind: 'team-message' }>, 'kind'>

/** No digest is sent if there is nothing to report. */
async function digest({ row, house, now, readDigest }: Writing): Promise<Told> {
  const found = await readDigest()
  const { waitingInAll, calls, steps, suspects, failed } = found
  if (waitingInAll + calls.length + steps.length + suspects + failed === 0)
    return { dropped: 'there was nothing to report' }
  return { ...envelope(row, house, now, null), kind: 'team-digest', ...found }
}
