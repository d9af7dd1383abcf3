import { callEvent, callTimes } from '#content/call-letters.ts'
import { teamLetterWords } from '#content/team-letters.ts'
import type { Row } from './parts.ts'
import { isHttps, numberOf, oneLine } from './typed-text.ts'
import type { BookingFacts, Meeting } from './types.ts'

// Who takes a call, and where: in letters and in invitations.

/** As somebody of ours gave it. */
export const hostOf = ({ host }: Meeting): string | null => host && oneLine(host, 60)

/** Null where the call does not take place by a link. */
export const linkOf = ({ place, link }: Meeting): string | null =>
  place === 'link' && link !== null && isHttps(link) ? link : null

interface Called {
  meeting: Meeting
  booking: Pick<BookingFacts, 'phone'>
}

/** Of a call that is confirmed. */
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

/** Of a request: nobody is named, and a link is for those whose call is confirmed. */
export function placeToCome({ place }: Meeting): Row {
  const value =
    place === 'phone'
      ? callTimes.byPhone(null, null)
      : place === 'link'
        ? callTimes.byLinkLater
        : callTimes.later
  return { label: callTimes.where, value }
}

/** With whom it was before, and how. */
export function placeBefore(before: Meeting): Row {
  const host = hostOf(before)
  const how = before.place === 'link' ? callTimes.beforeOnline : callTimes.beforeByPhone
  const value = `${host ? callTimes.beforeWith(host) : callTimes.beforeUs}, ${how}`
  return { label: callTimes.before, value, isOff: true }
}

/** For the team: the number stands below, with a link that dials it. */
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

/** The visitor's, in an invitation. Of a request by link, the link is for those whose call is confirmed. */
export const placeInCalendar = ({ meeting, booking }: Called): string =>
  linkOf(meeting) ??
  (meeting.place === 'link'
    ? callTimes.byLinkLater
    : callEvent.byPhone(hostOf(meeting), numberOf(booking.phone)))

/** The host's. */
export const hostsPlaceInCalendar = ({ meeting, booking }: Called): string =>
  linkOf(meeting) ?? teamLetterWords.event.byPhone(oneLine(booking.phone, 60))

/** What the event says of how both come together; without the visitor's number, since web calendars are told of it too. */
export function aboutCall(meeting: Meeting): string {
  const link = linkOf(meeting)
  if (meeting.place === 'link' && !link) return callEvent.about(callTimes.byLinkLater)
  return callEvent.about(link ? callEvent.meets(hostOf(meeting), link) : callEvent.rings(hostOf(meeting)))
}
