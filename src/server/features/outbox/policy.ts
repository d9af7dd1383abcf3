/** Milliseconds, except `atOnce`. */
export interface Timing {
  /** Items of a channel that a process sends at once: each letter has a connection of its own (`lib/mail/smtp.ts`). */
  atOnce: number
  /** Time between two searches of the outbox, which find items that become due later: those are not notified. */
  look: number
  /** Items stay reserved for a process for this long after its last sign of life. */
  lease: number
  /** Time between two such signs of life. */
  heartbeat: number
  /** The pause after the first failure; each further one is three times as long, up to the longest. */
  firstPause: number
  longestPause: number
  /** The rest of a channel on which everything fails; each further one is twice as long, up to the longest. */
  firstRest: number
  longestRest: number
  /** Time between two plannings of reminders and other letters that are due by time. */
  plan: number
  prune: number
  /** How long the end of the process waits for running attempts. */
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

/** Up to a random quarter is added, so that items that failed together come back apart. */
export function pauseAfter(attempts: number, { firstPause, longestPause }: Timing): number {
  const pause = Math.min(firstPause * 3 ** Math.min(attempts - 1, 20), longestPause)
  return pause * (1 + Math.random() / 4)
}

export const restAfter = (rests: number, { firstRest, longestRest }: Timing): number =>
  Math.min(firstRest * 2 ** Math.min(rests, 20), longestRest)
