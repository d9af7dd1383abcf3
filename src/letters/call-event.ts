import { calendarLinks, callEvent } from '#content/call-letters.ts'
import { type CalendarEntry, googleLink, outlookLink } from './links.ts'
import type { Block } from './parts.ts'
import type { DataOf } from './types.ts'

type Confirmed = DataOf<'call-confirmed'> | DataOf<'call-moved'>

/** The call as the visitor's calendar has it. */
export const visitorEntry = ({ call, callLink }: Confirmed): CalendarEntry => ({
  title: callEvent.title,
  description: callEvent.description(callLink),
  ...call,
})

/** For whom the attached invitation does not reach the calendar. */
export function calendarBlock(data: Confirmed): Block {
  const entry = visitorEntry(data)
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
