import { callEvent, callTimes } from '#content/call-letters.ts'
import { teamLetterWords } from '#content/team-letters.ts'
import { lengthOf } from './moments.ts'
import type { Row } from './parts.ts'
import { isHttps, numberOf, oneLine } from './typed-text.ts'
import type { BookingFacts, Meeting, Span } from './types.ts'

/** The name that the host typed, as one line. */
export const hostOf = ({ host }: Meeting): string | null => host && oneLine(host, 60)

/** Null for a call by phone. */
export const linkOf = ({ place, link }: Meeting): string | null =>
  place === 'link' && link !== null && isHttps(link) ? link : null

interface Called {
  meeting: Meeting
  booking: Pick<BookingFacts, 'phone'>
}

/** For a confirmed call. */
export function placeRows({ meeting, booking }: Called): Row[] {
  const host = hostOf(meeting)
  const link = linkOf(meeting)
  const where: Row[] = link
    ? [{ label: callTimes.where, value: link, url: link }]
    : meeting.place === 'phone'
      ? [{ label: callTimes.where, value: callTimes.byPhone(host, numberOf(booking.phone)) }]
      : []
  return host ? [{ label: callTimes.with, value: host }, ...where] : where
}

/** For a request, which names no host. The link is sent once the call is confirmed. */
export function placeToCome({ place }: Meeting): Row {
  const value =
    place === 'phone'
      ? callTimes.byPhone(null, null)
      : place === 'link'
        ? callTimes.byLinkLater
        : callTimes.later
  return { label: callTimes.where, value }
}

export function placeBefore(before: Meeting): Row {
  const host = hostOf(before)
  const how = before.place === 'link' ? callTimes.beforeOnline : callTimes.beforeByPhone
  const value = `${host ? callTimes.beforeWith(host) : callTimes.beforeUs}, ${how}`
  return { label: callTimes.before, value, isOff: true }
}

/** For the team. Leaves out the visitor's number, which has its own row with a dial link. */
export function teamPlaceRows({ meeting }: Pick<Called, 'meeting'>): Row[] {
  const { times } = teamLetterWords
  const host = hostOf(meeting)
  const link = linkOf(meeting)
  return [
    ...(host ? [{ label: times.with, value: host }] : []),
    link
      ? { label: times.where, value: link, url: link }
      : { label: times.where, value: meeting.place === 'phone' ? times.byPhone : callTimes.later },
  ]
}

/** The place in the visitor's invitation. A request for an online call has no link until it is confirmed. */
export const placeInCalendar = ({ meeting, booking }: Called): string =>
  linkOf(meeting) ??
  (meeting.place === 'link'
    ? callTimes.byLinkLater
    : callEvent.byPhone(hostOf(meeting), numberOf(booking.phone)))

export const hostsPlaceInCalendar = ({ meeting, booking }: Called): string =>
  linkOf(meeting) ?? teamLetterWords.event.byPhone(oneLine(booking.phone, 60))

/** Says how host and visitor meet. Leaves out the visitor's number, because web calendars get this text too. */
export function aboutCall(meeting: Meeting, call: Span): string {
  const link = linkOf(meeting)
  const host = hostOf(meeting)
  const isLater = meeting.place === 'link' && !link
  const how = link ? callEvent.meets(host, link) : callEvent.rings(host)
  return callEvent.about(lengthOf(call), isLater ? callTimes.byLinkLater : how)
}
