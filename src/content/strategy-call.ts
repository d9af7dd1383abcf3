import { sentence } from './tree.ts'
import { words } from './words.ts'

/** The only labels allowed on buttons that open the booking dialog. */
export const callLabels = words('callLabels', {
  short: 'Book Call',
  long: 'Book a strategy call',
  /** The label on service cards. */
  service: 'Get Started',
} as const)

/** A part of the strategy call, with its first and last minute. */
export interface CallStep {
  fromMinute: number
  toMinute: number
  title: string
  description: string
}

export const callSteps = words('callSteps', {
  title: 'How we use the {callLength}',
  /** The title in an email about a call whose length is known. */
  titleOf: sentence('How we use the {length}', 'length'),
  steps: [
    {
      fromMinute: 0,
      toMinute: 10,
      title: 'Your hours today',
      description:
        'You describe one real customer request and everyone who handled it. We ask questions and take notes.',
    },
    {
      fromMinute: 10,
      toMinute: 20,
      title: 'The first task to hand over',
      description: 'We name the task that would free the most time, and tell you its cost and who would do it.',
    },
    {
      fromMinute: 20,
      toMinute: 30,
      title: 'A plan with dates',
      description: 'You leave with a written plan for the next four weeks, yours to use with or without us.',
    },
  ] as const satisfies readonly CallStep[],
} as const)

/** Wording for the bar that contains the booking button on phones. */
export const callBar = words('callBar', {
  /** Read only by screen readers. */
  name: 'Strategy call',
  offer: 'Free, {callLength}',
} as const)
