import type { LetterData } from '#letters/types.ts'
import { calendarFaults } from '#shared/contract/calendars.ts'
import type { BookingStatus } from '#shared/contract/desk.ts'
import { type LetterKind, letterKinds, type TimedLetter } from '#shared/contract/outbox.ts'
import { change } from './change-data.ts'
import {
  type About,
  aboutOf,
  answered,
  envelope,
  type House,
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
import type { BookingRow, DigestRow, LetterRow } from './types.ts'

/** One letter to be written, and what it can be made of beside its row. */
export interface Writing {
  row: LetterRow
  house: House
  now: number
  readDigest: () => Promise<DigestRow>
}

type Told = LetterData | NotWritten
type Read = (writing: Writing) => Told | Promise<Told>

/** Of letters about a booking: nothing, where it is gone. */
const ofBooking =
  (read: (writing: Writing, booking: BookingRow, about: About) => Told | Promise<Told>): Read =>
  async (writing) => {
    const { row, house, now } = writing
    return row.booking ? read(writing, row.booking, await aboutOf(row, row.booking, house, now)) : noNews
  }

/** Of letters about the time of a call: as long as the call stands there, in this state. */
const timed = (kind: TimedLetter, status: BookingStatus): Read =>
  ofBooking(({ row }, booking, about) => {
    const call = spanTold(row.facts)
    const stands = booking.status === status && call?.starts === booking.starts
    return call && (row.sent_as || stands) ? { ...about, kind, call } : noNews
  })

const changed = ofBooking(({ row }, booking, about) => change(row, booking, about))

/** What a letter of each kind says as things stand now, or why there is none; of one that is out, what it said. */
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
    // Asked once more, or moved after all: something else is said.
    const stands =
      booking.status === 'confirmed' && call?.starts === booking.starts && booking.proposed === null
    const isSaid = call && proposed !== null && (row.sent_as || stands)
    return isSaid ? { ...about, kind: 'call-stands', call, proposed } : noNews
  }),
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
  // What broke was so when the letter was caused, and that is what it says.
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
    const { name = '', place = '', code, since } = row.facts
    const fault = calendarFaults.find((one) => one === code) ?? null
    const calendar = { name, place, fault, since: timeOf(since) ?? now }
    return { ...envelope(row, house, now, null), kind: 'team-calendar', calendar }
  },
  'team-backup': ({ row, house, now }) => {
    const { snapshot_at, every_hours = 0, failure = null } = row.facts
    const backup = { made: timeOf(snapshot_at), everyHours: every_hours, failure }
    return { ...envelope(row, house, now, null), kind: 'team-backup', backup }
  },
  // Written by the room that makes its link, and shown to its reader alone.
  'own-data': () => ({ dropped: 'it holds a key, which only its reader may have' }),
}

/** A letter of a kind that this release cannot write: a later one, on the same database, has caused it. */
export interface UnknownKind {
  unknownKind: string
}

export async function letterData(writing: Writing): Promise<Told | UnknownKind> {
  const { kind } = writing.row
  const known = letterKinds.find((one) => one === kind)
  return known ? readers[known](writing) : { unknownKind: kind }
}

/** A call that went with its booking: what is left of it stands in the row. */
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
  // Of a call that is not confirmed the wish itself changed.
  const asked = booking.status === 'confirmed' ? booking.proposed : booking.preferred
  const stands = asked === proposed && ['new', 'confirmed'].includes(booking.status)
  if (proposed === null || !(row.sent_as || stands)) return noNews
  return {
    ...about,
    kind: 'team-proposal',
    proposed,
    call: booking.status === 'confirmed' ? spanOf(booking) : null,
  }
}

/** An answer is almost due: to a booking, to a message, or to a wish for another time of a call. */
function risk({ row, house, now }: Writing): Told {
  const { facts, booking, message } = row
  const about = booking ?? message
  if (!about) return noNews
  const isOpen =
    booking && facts.since
      ? booking.status === 'confirmed' && booking.proposed === timeOf(facts.proposed)
      : about.status === 'new' && !about.is_answered
  if (!row.sent_as && !isOpen) return answered
  return {
    ...envelope(row, house, now, about),
    kind: 'team-risk',
    visitor: visitorOf(about),
    about: { what: booking ? 'booking' : 'message', id: about.id },
    received: (booking && timeOf(facts.since)) ?? about.created,
  }
}

/** Of letters about a message: nothing where it is gone, or was spam before the letter left. */
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

/** The digest of the day, unless there is nothing to tell. */
async function digest({ row, house, now, readDigest }: Writing): Promise<Told> {
  const found = await readDigest()
  const { waitingInAll, calls, suspects, failed } = found
  if (waitingInAll + calls.length + suspects + failed === 0) return { dropped: 'there was nothing to tell' }
  return { ...envelope(row, house, now, null), kind: 'team-digest', ...found }
}
