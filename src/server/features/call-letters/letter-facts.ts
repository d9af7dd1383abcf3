import type { BookingFacts, LetterData, Meeting, MessageFacts, Span, Visitor } from '#letters/types.ts'
import type { BookingRow, LetterRow, MessageRow, Told } from './types.ts'

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
}

/** A letter that need not be written any more; the sentence is for the desk. */
export interface NotWritten {
  dropped: string
}

export const overtaken: NotWritten = { dropped: 'a later letter says it' }
export const noNews: NotWritten = { dropped: 'it is not so any more' }
export const over: NotWritten = { dropped: 'the call is over' }
export const answered: NotWritten = { dropped: 'it was answered' }

/** To whom a letter goes and who we are, and of a letter about a booking what stands in all of them. */
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
    // Only the visitor's own letters hold the key to their page.
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

/** What was written before there were hosts said that we call. */
export const meetingTold = ({ meeting }: Pick<Told, 'meeting'>): Meeting =>
  meeting
    ? { host: meeting.host, place: meeting.place, link: meeting.link }
    : { host: null, place: 'phone', link: null }

/** How a picked time stands, or stood when the letter was caused. */
export function pickedOf(row: LetterRow): 'held' | 'unproven' | null {
  const { held_until = null, is_unproven = false } = (row.sent_as ? row.facts : row.booking)?.meeting ?? {}
  return held_until !== null ? 'held' : is_unproven ? 'unproven' : null
}
