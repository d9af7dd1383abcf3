import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { brand } from '#content/brand.ts'
import { linesOf, oneLine } from './typed-text.ts'
import type { Span } from './types.ts'

export interface Invitation {
  method: 'REQUEST' | 'CANCEL'
  /** Of the booking; the event keeps its name through all changes. */
  id: string
  /** Rises with every change. */
  sequence: number
  call: Span
  title: string
  description: string
  /** Null of a call that is off. */
  location: string | null
  /** Where mail of ours comes from: an answer of a calendar goes there. */
  organizer: string
  /** In whose calendar it stands. */
  attendee: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * An invitation as calendars exchange it (RFC 5546). Times are in UTC: each calendar shows them on its own clock, and
 * no table of zones has to be true there. Nobody is asked to answer, since the time was agreed on before. No alarm:
 * the reader's calendar has its own habits, and we remind by mail.
 */
export function invitation(data: Invitation): { method: 'REQUEST' | 'CANCEL'; text: string } {
  const isCancelled = data.method === 'CANCEL'
  const calendar = ical({
    prodId: { company: brand.name, product: 'Strategy call', language: 'EN' },
    method: ICalCalendarMethod[data.method],
  })
  calendar.createEvent({
    // The site's receipt uses it too: the tentative event of a request becomes the confirmed one.
    id: `${data.id}@backline`,
    sequence: data.sequence,
    stamp: new Date(data.now),
    start: new Date(data.call.starts),
    end: new Date(data.call.ends),
    summary: oneLine(data.title),
    description: linesOf(data.description).join('\n'),
    location: data.location && oneLine(data.location, 600),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: brand.name, email: data.organizer },
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
