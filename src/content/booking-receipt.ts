import { brand } from './brand.ts'
import { claims } from './claims.ts'

// Words shown after a booking, in a file of their own because they are fetched only then.

/** Stays on the page after the dialog has closed, until it is dismissed. */
export const receipt = {
  title: 'Call requested',
  reference: 'Reference',
  time: 'Your time',
  when: (time: string, zone: string) => `${time} (${zone})`,
  state: `Not confirmed yet. We answer by email within ${claims.answerWithin}.`,
  /** The link to the visitor's own page, in the same words as in the letter. */
  page: {
    link: 'See or change your request',
    byLetter: 'The email that we are sending you leads to your page, where you can change the request.',
  },
  /** A requested time is not an appointment yet, so the calendar entry only keeps the time free. */
  hold: 'Hold the time in your calendar',
  calendars: { file: 'Calendar file (.ics)', google: 'Google Calendar' },
  nextTitle: 'What happens next',
  /** Without a length where it is unknown. */
  next: (length?: string) => [
    `Within ${claims.answerWithin} we confirm this time by email, or offer the nearest available one.`,
    'You pick one recent request to talk about. Nothing else to prepare.',
    `We talk${length ? ` for ${length}` : ''} and you leave with a plan.`,
  ],
  length: (minutes: number) => `${minutes} minutes`,
  dismiss: 'Dismiss',

  /** Other words for a chosen time, by its state. */
  outcomes: {
    held: {
      state: `Not confirmed yet. We hold this time for you until we answer by email, within ${claims.answerWithin}.`,
    },
    available: {
      state:
        'Not confirmed yet, and not held. Open the link in our email to hold this time. Until then others may choose it too.',
    },
    unpicked: {
      state:
        'Not confirmed yet, and not held: several times were chosen from your network today. ' +
        `We answer by email within ${claims.answerWithin}.`,
    },
    taken: {
      state: 'This time is no longer available. Your request is stored, and these times are available:',
      /** Where no other is near. */
      alone: 'This time is no longer available. Your request is stored, and we look for another.',
      link: 'Choose another time',
      next: `You choose another time, or we offer one by email within ${claims.answerWithin}.`,
    },
  },
} as const

/** The event in the visitor's own calendar. */
export const calendarEvent = {
  fileName: 'strategy-call.ics',
  title: `Strategy call with ${brand.name} (requested)`,
  description: (reference: string, length: string) =>
    `Free ${length} with ${brand.name}. The time is a request until we confirm it ` +
    `by email, within ${claims.answerWithin}. Reference ${reference}. Questions: ${brand.email}`,
} as const
