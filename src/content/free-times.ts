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
