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
