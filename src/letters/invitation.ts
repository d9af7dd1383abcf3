import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { brand, senderName } from '#content/brand.ts'
import { calendarLinks, callEventWords } from '#content/call-letters.ts'
import { teamLetterWords } from '#content/team-letters.ts'
import { calendarProduct, eventUid } from '#shared/lib/calendar-file.ts'
import type { EmailBlock } from './parts.ts'
import { describeCall, hostsPlaceInCalendar, placeInCalendar } from './places.ts'
import { type CalendarEntry, deskLink, googleLink, linesOf, oneLine, outlookLink } from './typed-text.ts'
import { type DataOf, isForTeam, type Letter, type LetterData, type Span } from './types.ts'

export interface Invitation {
  method: 'REQUEST' | 'CANCEL'
  /** The id of the booking, so that the event keeps its id through all changes. */
  id: string
  siteUrl: string
  /** Increases with every change. */
  sequence: number
  call: Span
  title: string
  description: string
  /** Null for a cancelled call. */
  location: string | null
  /** The sender of our email, to whom calendar programs send responses. */
  organizer: string
  /** The reader, whose calendar receives the event. */
  attendee: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * An invitation in the format that calendars exchange (RFC 5546). Times are in UTC, so that each calendar shows them
 * in its own zone and needs no zone definitions. The invitation requests no response, because the time is already
 * agreed. The invitation sets no alarm, because the reader's calendar has its own defaults and we send reminders.
 */
export function writeInvitation(data: Invitation): { method: 'REQUEST' | 'CANCEL'; text: string } {
  const isCancelled = data.method === 'CANCEL'
  const calendar = ical({
    prodId: calendarProduct(brand.name, 'Strategy call'),
    method: ICalCalendarMethod[data.method],
  })
  calendar.createEvent({
    // The receipt on the site uses the same id, so that the confirmed event replaces the tentative event of the
    // request.
    id: eventUid(data.id, data.siteUrl),
    sequence: data.sequence,
    stamp: new Date(data.now),
    start: new Date(data.call.starts),
    end: new Date(data.call.ends),
    summary: oneLine(data.title),
    description: linesOf(data.description).join('\n'),
    location: data.location && oneLine(data.location, 600),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // ical-generator escapes quotes with a backslash, which ends the name in calendar programs (RFC 5545, 3.2).
    organizer: { name: senderName().replaceAll('"', "'"), email: data.organizer },
    attendees: [
      {
        email: data.attendee,
        rsvp: false,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.NEEDSACTION,
      },
    ],
  })
  return { method: data.method, text: `${calendar.toString().trimEnd()}\r\n` }
}

type ConfirmedCallData = DataOf<'call-confirmed' | 'call-moved' | 'call-reassigned'>

const invitationText = ({ call, callLink, meeting }: ConfirmedCallData): string =>
  `${describeCall(meeting, call)}\n${callEventWords.changes(callLink)}`

/** For readers whose calendar does not import the attached invitation. */
export function calendarBlock(data: ConfirmedCallData): EmailBlock {
  // Leaves out the visitor's number and the link to the visitor's page, because calendar links send their content to
  // other servers.
  const { booking, call, meeting } = data
  const entry: CalendarEntry = {
    title: callEventWords.title,
    description: describeCall(meeting, call),
    location: placeInCalendar({ meeting, booking: { ...booking, phone: '' } }),
    ...call,
  }
  return {
    type: 'links',
    intro: calendarLinks.intro,
    links: [
      { label: calendarLinks.google, url: googleLink(entry) },
      { label: calendarLinks.outlook, url: outlookLink(entry, 'live') },
      { label: calendarLinks.office, url: outlookLink(entry, 'office') },
    ],
  }
}

/** The change to the reader's calendar. Reminders and acknowledgments of a request do not change the calendar. */
export function invitationOf(data: LetterData): Letter['calendar'] | null {
  if (!('sequence' in data)) return null
  switch (data.kind) {
    case 'call-confirmed':
    case 'call-moved':
    case 'call-reassigned':
      return eventOf(data, 'REQUEST', data.call, invitationText(data))
    case 'call-cancelled':
      return data.was && eventOf(data, 'CANCEL', data.was, callEventWords.cancelled)
    case 'team-call-confirmed':
    case 'team-call-moved':
    case 'team-call-reassigned':
      return eventOf(data, 'REQUEST', data.call, hostDescription(data))
    case 'team-call-cancelled':
      return eventOf(data, 'CANCEL', data.was, hostDescription(data))
    case 'team-call-erased': {
      const { was: call, reference: id, siteUrl, sequence, organizer, to: attendee, now } = data
      const { title, cancelled: description } = callEventWords
      return writeInvitation({
        method: 'CANCEL',
        id,
        siteUrl,
        sequence,
        call,
        title,
        description,
        location: null,
        organizer,
        attendee,
        now,
      })
    }
  }
}

type InvitationData = Exclude<Extract<LetterData, { sequence: number }>, { kind: 'team-call-erased' }>

function eventOf(data: InvitationData, method: 'REQUEST' | 'CANCEL', call: Span, description: string) {
  const { booking, now, organizer, sequence, siteUrl, to, visitor } = data
  const isOurs = isForTeam(data)
  const title = isOurs ? teamLetterWords.event.title(oneLine(visitor.company, 60)) : callEventWords.title
  const place = isOurs ? hostsPlaceInCalendar(data) : placeInCalendar(data)
  return writeInvitation({
    method,
    id: booking.id,
    siteUrl,
    sequence,
    call,
    title,
    description,
    location: method === 'CANCEL' ? null : place,
    organizer,
    attendee: to,
    now,
  })
}

const hostDescription = ({ booking, siteUrl, visitor }: InvitationData): string =>
  [oneLine(visitor.name), oneLine(booking.phone, 60), visitor.email, deskLink(siteUrl, 'booking', booking.id)]
    .filter(Boolean)
    .join('\n')
