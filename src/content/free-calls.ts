/**
 * What the site says of this week's calls, once it knows. A full week refuses nobody. On the narrowest screen each has
 * to fit on the one line of the claim that it replaces, or the page would jump.
 */
export const freeCallsWords = {
  left: (free: number, capacity: number) => `${free} of ${capacity} left this week`,
  full: 'This week is full. Ask anyway.',
} as const
