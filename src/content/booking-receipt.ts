import { brand } from './brand.ts'
import { claims } from './claims.ts'

// Words of what follows a booking, apart from the form's because they are fetched only then.

/** Stays on the page after the dialog has closed, until it is dismissed. */
export const receipt = {
  title: 'Call requested',
  reference: 'Reference',
  time: 'Your time',
  when: (time: string, zone: string) => `${time} (${zone})`,
  addToCalendar: 'Add to calendar (.ics)',
  googleCalendar: 'Google Calendar',
  nextTitle: 'What happens next',
  next: [
    `Within ${claims.answerWithin} we confirm this time by email, or offer the nearest free one.`,
    'You pick one recent request to talk about. Nothing else to prepare.',
    `We talk for ${claims.callLength} and you leave with a plan.`,
  ],
  dismiss: 'Dismiss',
} as const

/** The event in the visitor's own calendar. */
export const calendarEvent = {
  fileName: 'strategy-call.ics',
  title: `Strategy call with ${brand.name} (requested)`,
  description: (reference: string) =>
    `Free ${claims.callLength} with ${brand.name}. The time is a request until we confirm it ` +
    `by email, within ${claims.answerWithin}. Reference ${reference}. Questions: ${brand.email}`,
} as const
