import type { BookingFacts, LetterData, MessageFacts, Other, Span, Visitor } from '#letters/types.ts'
import { changeFor } from './call-change.ts'
import type { DigestRow } from './queries.ts'
import type { BookingRow, CallState, LetterRow, MessageRow, OtherRow, Told } from './types.ts'

/** What stands in every letter of this house. */
export interface House {
  /** A function, since a port of the system's choice is known only once we listen. */
  siteUrl: () => string
  /** The address that letters and invitations come from. */
  organizer: string
  /** Where a visitor's answer goes. */
  answersTo: string
  /** The link to a visitor's own page. `ends`: when what it is about is over, in milliseconds. */
  callLink: (booking: string, ends: number) => Promise<string>
  /** The link by which a visitor says that a form was theirs. */
  confirmLink: (id: string, received: number) => Promise<string>
}

/** A letter that need not be written any more; the sentence is for the desk. */
export interface NotWritten {
  dropped: string
}

const overtaken: NotWritten = { dropped: 'a later letter says it' }
const noNews: NotWritten = { dropped: 'it is not so any more' }
const over: NotWritten = { dropped: 'the call is over' }

/** What the letter says as things stand now, or why there is none; of one that is out, what it said. */
export async function letterData(
  row: LetterRow,
  house: House,
  now: number,
): Promise<LetterData | NotWritten> {
  const { kind, message, booking, sent_as } = row
  if (kind === 'team-fault') return faultData(row, house, now)
  if (kind === 'confirm-request') return question(row, house, now)
  if (message) {
    const others = await othersOf(row, message, house, now)
    return aboutMessage(row, message, envelope(row, house, now, message), others)
  }
  if (kind === 'team-call-erased') return erased(row, house, now)
  if (!booking) return noNews
  const to = envelope(row, house, now, booking)
  const about = {
    ...to,
    visitor: visitorOf(booking),
    booking: factsOf(booking),
    // The key to a visitor's page is in nobody else's letter.
    callLink: row.recipient
      ? ''
      : await house.callLink(booking.id, Math.max(booking.ends ?? booking.preferred, now)),
  }
  const minutes = row.call_minutes
  switch (kind) {
    case 'request-received':
      return sent_as || booking.status === 'new'
        ? { ...about, kind, minutes, others: await othersOf(row, booking, house, now) }
        : overtaken
    case 'team-booking':
      return !sent_as && booking.status === 'spam' ? noNews : { ...about, kind, minutes }
    case 'team-proposal':
      return proposal(row, booking, about)
    case 'team-risk':
      return row.facts.since
        ? proposalAtRisk(row, booking, about)
        : atRisk(row, booking, { ...about, what: 'booking' })
    case 'call-stands': {
      const call = spanTold(row.facts)
      const proposed = timeOf(row.facts.proposed)
      // Asked once more, or moved after all: something else is said.
      const stands =
        booking.status === 'confirmed' && call?.starts === booking.starts && booking.proposed === null
      return call && proposed !== null && (sent_as || stands) ? { ...about, kind, call, proposed } : noNews
    }
    case 'reminder-day':
    case 'reminder-hour': {
      const call = spanTold(row.facts)
      const stands = booking.status === 'confirmed' && call?.starts === booking.starts
      return call && (sent_as || stands) ? { ...about, kind, call } : noNews
    }
    case 'call':
    case 'team-call':
      return change(row, booking, about, now)
    default:
      return noNews
  }
}

type About = Pick<
  Extract<LetterData, { kind: 'request-received' }>,
  'to' | 'deskZone' | 'siteUrl' | 'organizer' | 'answersTo' | 'now' | 'visitor' | 'booking' | 'callLink'
>

function change(row: LetterRow, booking: BookingRow, about: About, now: number): LetterData | NotWritten {
  if (!row.sent_as && row.is_overtaken) return overtaken
  // They took back what no letter has told them of.
  if (!row.sent_as && row.facts.waits && !row.has_heard) return noNews
  const isTeam = row.kind === 'team-call'
  const isCalledOff = row.sent_as?.endsWith('-cancelled') === true
  // A call that somebody else holds is off for whoever held it.
  const isGivenAway = isTeam && (row.sent_as ? isCalledOff && row.facts.status === 'confirmed' : !row.is_host)
  const told = row.told && { ...stateTold(row.told), isSure: row.told.is_sure }
  const news = changeFor(told, stateNow(row, booking, isGivenAway))
  if (!news) return noNews
  const sequence = (row.sent_as && row.facts.sequence) || booking.call_sequence
  if (news.what !== 'cancelled') {
    if (!row.sent_as && news.call.ends <= now) return over
    const { call } = news
    if (news.what === 'confirmed') {
      return { ...about, kind: isTeam ? 'team-call-confirmed' : 'call-confirmed', call, sequence }
    }
    return { ...about, kind: isTeam ? 'team-call-moved' : 'call-moved', call, was: news.was, sequence }
  }
  const { was } = news
  if (!isTeam) {
    return {
      ...about,
      kind: 'call-cancelled',
      was,
      sequence,
      isOpenAgain: !row.sent_as && booking.status === 'new',
    }
  }
  if (!was) return noNews
  const why = isGivenAway ? 'given-away' : row.facts.by_visitor === true ? 'visitor' : 'desk'
  return { ...about, kind: 'team-call-cancelled', was, sequence, why }
}

/** How the call stands for this reader. */
function stateNow(row: LetterRow, booking: BookingRow, isGivenAway: boolean): CallState {
  if (isGivenAway) return { status: 'new', call: null }
  if (row.sent_as) return stateTold(row.facts)
  return { status: booking.status, call: spanOf(booking) }
}

/** A call that went with its booking: what is left of it stands in the row. */
function erased(row: LetterRow, house: House, now: number): LetterData | NotWritten {
  const { facts, sent_as } = row
  const was = spanTold(facts)
  if (!was || facts.booking === undefined || facts.sequence === undefined) return noNews
  if (!sent_as && was.ends <= now) return over
  const { booking: reference, sequence } = facts
  return { ...envelope(row, house, now, null), kind: 'team-call-erased', was, reference, sequence }
}

/** Nobody is asked twice, nor about what the team has judged meanwhile. */
async function question(row: LetterRow, house: House, now: number): Promise<LetterData | NotWritten> {
  const about = row.booking ?? row.message
  if (!about || (!row.sent_as && about.status !== 'spam?')) return noNews
  return {
    ...envelope(row, house, now, about),
    kind: 'confirm-request',
    visitor: visitorOf(about),
    received: about.created,
    confirmLink: await house.confirmLink(about.id, about.created),
  }
}

function proposal(row: LetterRow, booking: BookingRow, about: About): LetterData | NotWritten {
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

/** Another time was asked for, `since` then, and nobody has answered. */
function proposalAtRisk(
  { facts, sent_as }: LetterRow,
  booking: BookingRow,
  about: About,
): LetterData | NotWritten {
  const isOpen = booking.status === 'confirmed' && booking.proposed === timeOf(facts.proposed)
  if (!sent_as && !isOpen) return { dropped: 'it was answered' }
  const received = timeOf(facts.since) ?? booking.created
  return { ...about, kind: 'team-risk', about: { what: 'booking', id: booking.id }, received }
}

function aboutMessage(
  row: LetterRow,
  message: MessageRow,
  to: Omit<About, 'visitor' | 'booking' | 'callLink'>,
  others: readonly Other[],
): LetterData | NotWritten {
  const about = { ...to, visitor: visitorOf(message), message: messageFactsOf(message) }
  switch (row.kind) {
    case 'message-received':
    case 'team-message':
      if (!row.sent_as && message.status === 'spam') return noNews
      return { ...about, kind: row.kind, ...(row.kind === 'message-received' && { others }) }
    case 'team-risk':
      return atRisk(row, message, { ...to, visitor: visitorOf(message), what: 'message' })
    default:
      return noNews
  }
}

/**
 * What is told beside it. The way to a booking's page is for the address that it was sent with: another one of what counts
 * as the same mailbox may be somebody else's after all.
 */
async function othersOf(
  { others }: LetterRow,
  { email }: { email: string },
  house: House,
  now: number,
): Promise<readonly Other[]> {
  const isSame = (other: OtherRow) => other.email.toLowerCase() === email.toLowerCase()
  return Promise.all(
    others.map(async (other) => ({
      what: other.what,
      id: other.id,
      received: other.received,
      link:
        other.ends !== null && isSame(other)
          ? await house.callLink(other.id, Math.max(other.ends, now))
          : null,
    })),
  )
}

function atRisk(
  { sent_as }: LetterRow,
  row: BookingRow | MessageRow,
  { what, ...about }: Omit<About, 'booking' | 'callLink'> & { what: 'booking' | 'message' },
): LetterData | NotWritten {
  if (!sent_as && (row.status !== 'new' || row.is_answered)) return { dropped: 'it was answered' }
  return { ...about, kind: 'team-risk', about: { what, id: row.id }, received: row.created }
}

/** The digest of the day, unless there is nothing to tell. */
export function digestData(
  row: LetterRow,
  digest: DigestRow,
  house: House,
  now: number,
): LetterData | NotWritten {
  const { waitingInAll, calls, suspects, failed } = digest
  if (waitingInAll + calls.length + suspects + failed === 0) return { dropped: 'there was nothing to tell' }
  return { ...envelope(row, house, now, null), kind: 'team-digest', ...digest }
}

/** What broke was so when the letter was caused, and that is what it says. */
function faultData(row: LetterRow, house: House, now: number): LetterData {
  const { code = '', place = '', cause = '', release = '', visits = 0, of = 0, usual = 0, since } = row.facts
  const fault = { code, place, cause, release, visits, of, usual, since: timeOf(since) ?? now }
  return { ...envelope(row, house, now, null), kind: 'team-fault', fault }
}

function envelope(row: LetterRow, house: House, now: number, sender: { email: string } | null) {
  const { siteUrl, organizer, answersTo } = house
  const to = row.recipient ?? sender?.email ?? ''
  return { to, deskZone: row.desk_zone, siteUrl: siteUrl(), organizer, answersTo, now }
}

const visitorOf = (row: BookingRow | MessageRow): Visitor => ({
  name: row.name,
  email: row.email,
  company: row.company,
  timeZone: 'time_zone' in row ? row.time_zone : null,
})

const factsOf = (row: BookingRow): BookingFacts => ({
  id: row.id,
  phone: row.phone,
  challenge: row.current_challenges,
  teamSize: row.team_size,
  message: row.message,
  preferred: row.preferred,
  received: row.created,
})

const messageFactsOf = (row: MessageRow): MessageFacts => ({
  id: row.id,
  inquiry: row.inquiry_type,
  message: row.message,
  received: row.created,
})

const spanOf = ({ starts, ends }: { starts: number | null; ends: number | null }): Span | null =>
  starts === null || ends === null ? null : { starts, ends }

const timeOf = (text: string | null | undefined) => (text ? Date.parse(text) : null)

const spanTold = (told: Told): Span | null => spanOf({ starts: timeOf(told.starts), ends: timeOf(told.ends) })

const stateTold = (told: Told): CallState => ({ status: told.status ?? 'new', call: spanTold(told) })
