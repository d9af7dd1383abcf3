import { brand } from './brand.ts'
import { claims } from './claims.ts'

// Words of what follows a booking, apart from the form's because they are fetched only then.

/** Stays on the page after the dialog has closed, until it is dismissed. */
export const receipt = {
  title: 'Call requested',
  reference: 'Reference',
  time: 'Your time',
  when: (time: string, zone: string) => `${time} (${zone})`,
  state: `Not confirmed yet. We answer by email within ${claims.answerWithin}.`,
  /** The way to the visitor's own page, with the words of the letter that leads there too. */
  page: {
    link: 'See or change your request',
    byLetter: 'The letter that we are sending you leads to your page, where you can change the request.',
  },
  /** A time that is asked for is nothing to add to a calendar yet; it can be kept free. */
  hold: 'Hold the time in your calendar',
  calendars: { file: 'Calendar file (.ics)', google: 'Google Calendar' },
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
