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
  /** The id of the booking: the event keeps its name through all changes. */
  id: string
  /** Rises with every change. */
  sequence: number
  call: Span
  title: string
  description: string
  /** Null for a cancelled call. */
  location: string | null
  /** The sender of our mail, who gets the answers of calendars. */
  organizer: string
  /** The person in whose calendar the event is. */
  attendee: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * An invitation as calendars exchange it (RFC 5546). Times are in UTC, so that each calendar shows them in its own zone
 * and needs no table of zones. It asks for no answer, because the time was agreed on before, and sets no alarm, because
 * the reader's calendar has its own defaults and we remind by mail.
 */
export function invitation(data: Invitation): { method: 'REQUEST' | 'CANCEL'; text: string } {
  const isCancelled = data.method === 'CANCEL'
  const calendar = ical({
    prodId: { company: brand.name, product: 'Strategy call', language: 'EN' },
    method: ICalCalendarMethod[data.method],
  })
  calendar.createEvent({
    // The site's receipt uses the same id: the tentative event of a request becomes the confirmed one.
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
