import { claims } from './claims.ts'

/** What a button that opens the booking dialog can say: one action has no fourth name anywhere on the site. */
export const callLabels = {
  short: 'Book Call',
  long: 'Book a strategy call',
  /** On the card of a service. */
  service: 'Get Started',
} as const

/** A stretch of the strategy call, in minutes. */
export interface CallStep {
  fromMinute: number
  toMinute: number
  title: string
  description: string
}

/** What happens in the call, wherever it is offered. */
export const callSteps = {
  title: `What happens in the ${claims.callLength}`,
  /** The same in an email about a call of a known length. */
  titleOf: (length: string) => `What happens in the ${length}`,
  steps: [
    {
      fromMinute: 0,
      toMinute: 10,
      title: 'Where the hours go',
      description: 'You describe one real request and who touched it. We ask and take notes.',
    },
    {
      fromMinute: 10,
      toMinute: 20,
      title: 'What to hand over first',
      description: 'We name the one task that frees the most time, what it costs and who would do it.',
    },
    {
      fromMinute: 20,
      toMinute: 30,
      title: 'A plan with dates',
      description: 'You leave with the next four weeks written down, yours to use with or without us.',
    },
  ] as const satisfies readonly CallStep[],
} as const

/** The low bar on phones, beside its button. */
export const callBar = {
  /** Heard by screen readers only. */
  name: 'Strategy call',
  offer: `Free, ${claims.callLength}`,
} as const
