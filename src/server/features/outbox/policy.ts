/** Milliseconds, but for `atOnce`. */
export interface Timing {
  /** Things of one channel that are tried at once in this process: a letter has a connection of its own (`lib/mail/smtp.ts`). */
  atOnce: number
  /**
   * Time between two looks at the outbox. Items whose time comes later are not notified, so they are found by
   * looking.
   */
  look: number
  /** How long the items that a process has in hand are left to it after it was last heard of. */
  lease: number
  /** Time between two such signs of life. */
  heartbeat: number
  /** After the first miss; each further one waits three times as long, up to the longest. */
  firstPause: number
  longestPause: number
  /** Of a channel on which nothing gets through; each further one is twice as long, up to the longest. */
  firstRest: number
  longestRest: number
  /** Between asking whether the time has come for a reminder or its like. */
  plan: number
  /** Between looking for what need not be kept. */
  prune: number
  /** For what is under way when the process ends. */
  closing: number
}

export const usualTiming: Timing = {
  atOnce: 3,
  look: 5000,
  lease: 60_000,
  heartbeat: 20_000,
  firstPause: 5000,
  longestPause: 900_000,
  firstRest: 1000,
  longestRest: 60_000,
  plan: 30_000,
  prune: 3_600_000,
  closing: 5000,
}

/** How long something waits after so many tries; up to a quarter more, so that what failed together does not return so. */
export function pauseAfter(attempts: number, { firstPause, longestPause }: Timing): number {
  const pause = Math.min(firstPause * 3 ** Math.min(attempts - 1, 20), longestPause)
  return pause * (1 + Math.random() / 4)
}

/** How long a channel rests after so many rests without anything getting through. */
export const restAfter = (rests: number, { firstRest, longestRest }: Timing): number =>
  Math.min(firstRest * 2 ** Math.min(rests, 20), longestRest)
