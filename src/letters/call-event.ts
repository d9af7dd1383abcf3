import { calendarLinks, callEvent } from '#content/call-letters.ts'
import { type CalendarEntry, googleLink, outlookLink } from './links.ts'
import type { Block } from './parts.ts'
import { aboutCall, placeInCalendar } from './places.ts'
import type { DataOf } from './types.ts'

type Confirmed = DataOf<'call-confirmed' | 'call-moved' | 'call-passed'>

export const invitationText = ({ callLink, meeting }: Confirmed): string =>
  `${aboutCall(meeting)}\n${callEvent.changes(callLink)}`

/** For readers whose calendar does not import the attached invitation. */
export function calendarBlock(data: Confirmed): Block {
  // Without the key to the visitor's page and the visitor's number: these links pass their content to other servers.
  const { booking, call, meeting } = data
  const entry: CalendarEntry = {
    title: callEvent.title,
    description: aboutCall(meeting),
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
