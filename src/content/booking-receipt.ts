import { sentence } from './tree.ts'
import { words } from './words.ts'

// This is a separate file, because the browser loads it only after a booking.

/** The receipt stays on the page after the dialog closes, until the visitor dismisses it. */
export const receipt = words('receipt', {
  title: 'Call requested',
  reference: 'Reference',
  time: 'Requested time',
  when: sentence('{time} ({zone})', 'time', 'zone'),
  state: 'Not confirmed yet. We will answer by email within {answerWithin}.',
  /** The link to the visitor's page, worded as in the email. */
  page: {
    link: 'See or change your request',
    byLetter: 'Our email contains a link to your booking page, where you can change the request.',
  },
  /** Does not promise an appointment, because the calendar entry only blocks the requested time. */
  hold: 'Add the time to your calendar',
  calendars: { file: 'Calendar file (.ics)', google: 'Google Calendar' },
  nextTitle: 'What happens next',
  next: [
    'Within {answerWithin} we will confirm this time by email or offer the nearest available one.',
    'Choose one recent customer request to talk about. There is nothing else to prepare.',
  ],
  /** The last step. `planAfter` is for a call whose length is known. */
  plan: 'We talk and you leave with a plan.',
  planAfter: sentence('We talk for {length} and you leave with a plan.', 'length'),
  length: sentence('{minutes} minutes', 'minutes'),
  dismiss: 'Dismiss',

  /** Wording for a selected available time, by the state of that time. This wording replaces the usual wording. */
  outcomes: {
    held: {
      state: 'Not confirmed yet. We will answer by email within {answerWithin} and hold this time for you until then.',
    },
    available: {
      state:
        'This time is not confirmed or held yet. To hold this time, open the link in our email. Until then, others can choose it too.',
    },
    unpicked: {
      state:
        'Not confirmed yet. Visitors on your network chose several available times today, so we cannot hold this one. ' +
        'We will answer by email within {answerWithin}.',
    },
    taken: {
      state: 'This time is no longer available. We have your request, and these times are available:',
      /** Shown if there is no other available time near the selected time. */
      alone: 'This time is no longer available. We have your request and will look for another time.',
      link: 'Choose another time',
      next: 'Choose another time, or we will offer one by email within {answerWithin}.',
    },
  },
} as const)

export const nextSteps = (length?: string): readonly string[] => [
  ...receipt.next,
  length ? receipt.planAfter(length) : receipt.plan,
]

export const calendarEvent = words('calendarEvent', {
  fileName: 'strategy-call.ics',
  title: 'Strategy call with {provider} (requested)',
  description: sentence(
    'Free call with {provider}, {length}. The time is not final until we confirm it. ' +
      'We will answer by email within {answerWithin}. Reference {reference}. Questions: {mailbox}',
    'reference',
    'length',
  ),
} as const)
