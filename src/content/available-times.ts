import type { Callers } from '#shared/contract/hosts.ts'

/** Words of the free times that the booking dialog offers above its time field. Times come as text. */
export const freeTimesWords = {
  title: 'Free times',
  /** What becomes of a picked time depends on whose mailbox it is, so only the answer to the request says it. */
  pick: 'Pick a free time, or type another one below.',
  /** In their place. */
  instead: {
    waiting: 'Looking for free times',
    late: 'The free times take longer than usual. We show them here when they come; you can type your time below.',
    failed: 'We could not find out which times are free. Type the time that you wish for below.',
    none: 'There are no free times to show. Type the time that you wish for below.',
  },
  taken: 'Somebody was faster: that time is not free any more. Pick another, or ask for it all the same.',
  zone: 'Time zone',
  /** In the choice of a zone, and above it, if the visitor's machine has none. */
  chooseZone: 'Choose a city',
  zoneFirst: 'Choose your time zone below, so that times are on your clock.',
  more: 'More times',
  days: 'Days',
  earlier: 'Earlier days',
  later: 'Later days',
  on: (day: string) => `Free times on ${day}`,
  /** Beside a day. */
  count: (times: number) => (times === 1 ? '1 time' : `${times} times`),
  noneThen: 'Nothing is free in these days.',
  failed: 'These days did not arrive. Please try again.',
} as const

/**
 * What the site says of the calls that can still be given, once it knows. A full week refuses nobody. On the narrowest
 * screen each has to fit on two lines, the place of the claim that it replaces, or the page would jump.
 */
export const freeCallsWords = {
  this: {
    left: (free: number, capacity: number) => `${free} of ${capacity} left this week`,
    full: 'This week is full. Ask anyway.',
  },
  next: {
    left: (free: number, capacity: number) => `${free} of ${capacity} left next week`,
    full: 'Next week is full. Ask anyway.',
  },
  /** With the next free time. Times are on the clocks of the visitor's zone. */
  time: (time: string) => `Next free time: ${time}`,
  both: (free: number, capacity: number, time: string) => `${free} of ${capacity} left, next: ${time}`,
} as const

/** Words of who takes calls, in the booking dialog and its receipt. */
export const callersWords = {
  label: 'Who will call',
  colleague: 'a colleague',
  phone: (who: string) => `${who} will call you.`,
  /** Some of them take calls by a link, to which the visitor comes as well. */
  link: (who: string) => `${who} will take your call.`,
} as const

/** `Anna Meyer, Ben Okafor or a colleague`; null where nobody is named. */
export function whoCalls({ callers, others }: Callers): string | null {
  if (callers.length === 0) return null
  const names = [...callers.map(({ name }) => name), ...(others ? [callersWords.colleague] : [])]
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`
}

/** The same as a sentence. */
export function callersSentence(told: Callers): string | null {
  const who = whoCalls(told)
  const way = told.callers.every(({ place }) => place === 'phone') ? callersWords.phone : callersWords.link
  return who && way(who)
}
