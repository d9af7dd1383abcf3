import { calendarLinks, callEvent } from '#content/call-letters.ts'
import { type CalendarEntry, googleLink, outlookLink } from './links.ts'
import type { Block } from './parts.ts'
import type { DataOf } from './types.ts'

type Confirmed = DataOf<'call-confirmed'> | DataOf<'call-moved'>

/** What the invitation says of the call. */
export const invitationText = ({ callLink }: Confirmed): string =>
  `${callEvent.about}\n${callEvent.changes(callLink)}`

/** For readers whose calendar does not import the attached invitation. */
export function calendarBlock(data: Confirmed): Block {
  // Without the key to the visitor's page: these links pass their content to other servers.
  const entry: CalendarEntry = { title: callEvent.title, description: callEvent.about, ...data.call }
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
