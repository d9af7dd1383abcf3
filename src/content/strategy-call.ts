import { promises } from './claims.ts'
import { sentence } from './tree.ts'
import { words } from './words.ts'

/** The only labels allowed on buttons that open the booking dialog. */
export const callLabels = words('callLabels', {
  short: 'Book Call',
  long: 'Book a strategy call',
  /** The label on service cards. */
  service: 'Get Started',
} as const)

export const callSteps = words('callSteps', {
  title: 'How we use the {callLength}',
  /** The title in an email about a call whose length is known. */
  titleOf: sentence('How we use the {length}', 'length'),
  steps: [
    {
      title: 'Your hours today',
      description:
        'You describe one real customer request and everyone who handled it. We ask questions and take notes.',
    },
    {
      title: 'The first task to hand over',
      description: 'We name the task that would free the most time, and tell you its cost and who would do it.',
    },
    {
      title: 'A plan with dates',
      description: 'You leave with a written plan for the next four weeks, yours to use with or without us.',
    },
  ],
  minutes: 'min',
} as const)

/** The steps of a call of this length, each with a third of the minutes. */
export const callStepsIn = (minutes = Number(promises.callMinutes)) =>
  callSteps.steps.map((step, index, { length }) => ({
    ...step,
    fromMinute: Math.round((index / length) * minutes),
    toMinute: Math.round(((index + 1) / length) * minutes),
  }))

/** Wording for the bar that contains the booking button on phones. */
export const callBar = words('callBar', {
  /** Read only by screen readers. */
  name: 'Strategy call',
  offer: 'Free, {callLength}',
} as const)
