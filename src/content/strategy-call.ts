/** What a button that opens the booking dialog can say: one action has no fourth name anywhere on the site. */
export const callLabels = {
  short: 'Book Call',
  long: 'Book a strategy call',
  /** On the card of a service. */
  service: 'Get Started',
} as const
