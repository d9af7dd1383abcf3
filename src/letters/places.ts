import { byHost, callEventWords, callTimeWords } from '#content/call-letters.ts'
import { teamLetterWords } from '#content/team-letters.ts'
import { lengthOf } from './moments.ts'
import type { EmailRow } from './parts.ts'
import { isHttps, oneLine, repeatablePhone } from './typed-text.ts'
import type { BookingFacts, Meeting, Span } from './types.ts'

/** The name that the host typed, as one line. */
export const hostOf = ({ host }: Meeting): string | null => host && oneLine(host, 60)

/** The meeting link; null for a call by phone. */
export const linkOf = ({ place, link }: Meeting): string | null =>
  place === 'link' && link !== null && isHttps(link) ? link : null

interface CallWithPhone {
  meeting: Meeting
  booking: Pick<BookingFacts, 'phone'>
}

/** The place of a confirmed call. */
export function placeRows({ meeting, booking }: CallWithPhone): EmailRow[] {
  const host = hostOf(meeting)
  const link = linkOf(meeting)
  const where: EmailRow[] = link
    ? [{ label: callTimeWords.where, value: link, url: link }]
    : meeting.place === 'phone'
      ? [{ label: callTimeWords.where, value: byPhone(callTimeWords, host, repeatablePhone(booking.phone)) }]
      : []
  return host ? [{ label: callTimeWords.with, value: host }, ...where] : where
}

const byPhone = (words: typeof callTimeWords | typeof callEventWords, host: string | null, number: string | null) =>
  number ? byHost(host, words.byPhoneAt, number) : byHost(host, words.byPhone)

/** The place row for a request; the row does not name a host. The link is sent once the call is confirmed. */
export function requestPlaceRow({ place }: Meeting): EmailRow {
  const value =
    place === 'phone'
      ? byHost(null, callTimeWords.byPhone)
      : place === 'link'
        ? callTimeWords.byLinkLater
        : callTimeWords.later
  return { label: callTimeWords.where, value }
}

export function previousPlaceRow(before: Meeting): EmailRow {
  const host = hostOf(before)
  const how = before.place === 'link' ? callTimeWords.beforeOnline : callTimeWords.beforeByPhone
  const value = `${host ? callTimeWords.beforeWith(host) : callTimeWords.beforeUs}, ${how}`
  return { label: callTimeWords.before, value, isOff: true }
}

/** For the team. Leaves out the visitor's number, which has its own row with a dial link. */
export function teamPlaceRows({ meeting }: Pick<CallWithPhone, 'meeting'>): EmailRow[] {
  const { times } = teamLetterWords
  const host = hostOf(meeting)
  const link = linkOf(meeting)
  return [
    ...(host ? [{ label: times.with, value: host }] : []),
    link
      ? { label: times.where, value: link, url: link }
      : { label: times.where, value: meeting.place === 'phone' ? times.byPhone : callTimeWords.later },
  ]
}

/** The place in the visitor's invitation. A request for an online call has no link until it is confirmed. */
export const placeInCalendar = ({ meeting, booking }: CallWithPhone): string =>
  linkOf(meeting) ??
  (meeting.place === 'link'
    ? callTimeWords.byLinkLater
    : byPhone(callEventWords, hostOf(meeting), repeatablePhone(booking.phone)))

export const hostsPlaceInCalendar = ({ meeting, booking }: CallWithPhone): string =>
  linkOf(meeting) ?? teamLetterWords.event.byPhone(oneLine(booking.phone, 60))

/**
 * Says how the host and the visitor meet. Leaves out the visitor's number, because web calendars receive this text too.
 */
export function describeCall(meeting: Meeting, call: Span): string {
  const link = linkOf(meeting)
  const host = hostOf(meeting)
  const isLater = meeting.place === 'link' && !link
  const how = link ? byHost(host, callEventWords.meets, link) : byHost(host, callEventWords.rings)
  return callEventWords.about(lengthOf(call), isLater ? callTimeWords.byLinkLater : how)
}
