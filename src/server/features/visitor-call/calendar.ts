import ical, { ICalEventStatus } from 'ical-generator'
import { brand } from '#content/brand.ts'
import { callEvent } from '#content/call-letters.ts'
import { callPage } from '#content/visitor-call.ts'
import { aboutCall, placeInCalendar } from '#letters/places.ts'
import { googleLink, outlookLink } from '#letters/typed-text.ts'
import { referenceOf } from '#shared/lib/reference.ts'
import type { Call } from './types.ts'

const isConfirmed = ({ status }: Call) => status === 'confirmed'

/** Says nothing about the meeting while its place is undecided. */
const aboutEvent = (call: Call) => {
  const reference = callPage.event.reference(referenceOf(call.id))
  return call.meeting.place === null ? reference : `${aboutCall(call.meeting)} ${reference}`
}

/** Without the visitor's number, because everybody with the link can read it. */
const placeOf = ({ meeting }: Call) =>
  meeting.place === null ? {} : { location: placeInCalendar({ meeting, booking: { phone: '' } }) }

/**
 * The event for the visitor's own calendar, tentative until it is confirmed. It has no method, organizer or guest, so
 * that a calendar treats it as its owner's and sends no answers. The letters' invitations have the same UID. No alarm:
 * the library writes it before STATUS, where RFC 5545 allows no property.
 */
export function calendarFile(call: Call, link: string, now: number): string {
  const { event } = callPage
  const calendar = ical({ prodId: { company: brand.name, product: 'Strategy call', language: 'EN' } })
  calendar.createEvent({
    id: `${call.id}@backline`,
    sequence: call.sequence,
    stamp: new Date(now),
    start: new Date(call.starts),
    end: new Date(call.ends),
    summary: isConfirmed(call) ? event.title : event.askedTitle,
    description: `${aboutEvent(call)}\n${callEvent.changes(link)}`,
    ...placeOf(call),
    status: isConfirmed(call) ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
  })
  return calendar.toString()
}

/** Links for web calendars, without the key to the page, because other companies run them. */
export function calendarLinks(call: Call) {
  const { event, links } = callPage
  const entry = {
    title: event.title,
    description: aboutEvent(call),
    ...placeOf(call),
    starts: call.starts,
    ends: call.ends,
  }
  return [
    { label: links.google, href: googleLink(entry) },
    { label: links.outlook, href: outlookLink(entry, 'live') },
    { label: links.office, href: outlookLink(entry, 'office') },
  ]
}
