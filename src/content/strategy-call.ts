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

const minuteAt = (step: number) => Math.round((step / 3) * Number(promises.callMinutes))

/** One of the three equal parts of the strategy call, with its first and last minute. */
const callStep = (step: number, title: string, description: string) => ({
  get fromMinute() {
    return minuteAt(step)
  },
  get toMinute() {
    return minuteAt(step + 1)
  },
  title,
  description,
})

export const callSteps = words('callSteps', {
  title: 'How we use the {callLength}',
  /** The title in an email about a call whose length is known. */
  titleOf: sentence('How we use the {length}', 'length'),
  steps: [
    callStep(
      0,
      'Your hours today',
      'You describe one real customer request and everyone who handled it. We ask questions and take notes.',
    ),
    callStep(
      1,
      'The first task to hand over',
      'We name the task that would free the most time, and tell you its cost and who would do it.',
    ),
    callStep(
      2,
      'A plan with dates',
      'You leave with a written plan for the next four weeks, yours to use with or without us.',
    ),
  ],
  minutes: 'min',
} as const)

/** Wording for the bar that contains the booking button on phones. */
export const callBar = words('callBar', {
  /** Read only by screen readers. */
  name: 'Strategy call',
  offer: 'Free, {callLength}',
} as const)
