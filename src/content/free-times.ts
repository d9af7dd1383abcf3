/** Words of the free times that the booking dialog offers above its time field. Times come as text. */
export const freeTimesWords = {
  title: 'Free times',
  /** What becomes of a picked time depends on whose mailbox it is, so only the answer to the request says it. */
  pick: 'Pick a free time, or type another one below.',
  waiting: 'Looking for free times',
  /** In their place, where none came while somebody was waiting for them. */
  none: 'There are no free times to show. Type the time that you wish for below.',
  taken: 'Somebody was faster: that time is not free any more. Pick another, or ask for it all the same.',
  zone: 'Time zone',
  more: 'More times',
  days: 'Days',
  earlier: 'Earlier days',
  later: 'Later days',
  on: (day: string) => `Free times on ${day}`,
  noneThen: 'Nothing is free in these days.',
  failed: 'These days did not arrive. Please try again.',
} as const
