import type { BookingFacts, LetterData, Meeting, MessageFacts, Span, Visitor } from '#letters/types.ts'
import type { BookingRow, LetterRow, MessageRow, Told } from './types.ts'

/** The facts of this installation that every letter needs. */
export interface House {
  /** A function, because a port that the system chooses is known only once the server listens. */
  siteUrl: () => string
  /** The sender of letters and invitations. */
  organizer: string
  answersTo: string
  /** The link to a visitor's own page. `ends`: the end of the call, in milliseconds since 1970. */
  callLink: (booking: string, ends: number) => Promise<string>
}

/** A letter that need not be written any more; the sentence is for the desk. */
export interface NotWritten {
  dropped: string
}

export const overtaken: NotWritten = { dropped: 'a later letter says it' }
export const noNews: NotWritten = { dropped: 'it is not so any more' }
export const over: NotWritten = { dropped: 'the call is over' }
export const answered: NotWritten = { dropped: 'it was answered' }

/** The data that all letters about a booking have in common. */
export type About = Pick<
  Extract<LetterData, { kind: 'request-received' }>,
  | 'to'
  | 'deskZone'
  | 'siteUrl'
  | 'organizer'
  | 'answersTo'
  | 'now'
  | 'visitor'
  | 'booking'
  | 'meeting'
  | 'callLink'
>

export function envelope(row: LetterRow, house: House, now: number, sender: { email: string } | null) {
  const { siteUrl, organizer, answersTo } = house
  const to = row.recipient ?? sender?.email ?? ''
  return { to, deskZone: row.desk_zone, siteUrl: siteUrl(), organizer, answersTo, now }
}

export async function aboutOf(
  row: LetterRow,
  booking: BookingRow,
  house: House,
  now: number,
): Promise<About> {
  return {
    ...envelope(row, house, now, booking),
    visitor: visitorOf(booking),
    booking: factsOf(booking),
    meeting: meetingTold(row.sent_as ? row.facts : booking),
    // Only the visitor's own letters contain the key to their page.
    callLink: row.recipient
      ? ''
      : await house.callLink(booking.id, Math.max(booking.ends ?? booking.preferred, now)),
  }
}

export const visitorOf = (row: BookingRow | MessageRow): Visitor => ({
  name: row.name,
  email: row.email,
  company: row.company,
  timeZone: 'time_zone' in row ? row.time_zone : null,
  hourCycle: 'hour_cycle' in row ? row.hour_cycle : null,
})

const factsOf = (row: BookingRow): BookingFacts => ({
  id: row.id,
  phone: row.phone,
  answers: row.answers,
  message: row.message,
  preferred: row.preferred,
  received: row.created,
})

export const messageFactsOf = (row: MessageRow): MessageFacts => ({
  id: row.id,
  inquiry: row.inquiry_type,
  message: row.message,
  received: row.created,
})

export const spanOf = ({ starts, ends }: { starts: number | null; ends: number | null }): Span | null =>
  starts === null || ends === null ? null : { starts, ends }

export const timeOf = (text: string | null | undefined) => (text ? Date.parse(text) : null)

export const spanTold = (told: Told): Span | null =>
  spanOf({ starts: timeOf(told.starts), ends: timeOf(told.ends) })

/** Letters from before the release with hosts said that we call by phone. */
export const meetingTold = ({ meeting }: Pick<Told, 'meeting'>): Meeting =>
  meeting
    ? { host: meeting.host, place: meeting.place, link: meeting.link }
    : { host: null, place: 'phone', link: null }

/** The state of a picked time; for a sent letter, its state when the letter was caused. */
export function pickedOf(row: LetterRow): 'held' | 'unproven' | null {
  const { held_until = null, is_unproven = false } = (row.sent_as ? row.facts : row.booking)?.meeting ?? {}
  return held_until !== null ? 'held' : is_unproven ? 'unproven' : null
}
