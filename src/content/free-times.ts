/** Words of the free times that the booking dialog offers above its time field. Times come as text. */
export const freeTimesWords = {
  title: 'Free times',
  /** What becomes of a picked time, by whether the team confirms it by hand. */
  held: 'Pick a free time: we hold it until we answer.',
  confirmed: 'Pick a free time: it is confirmed at once.',
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
