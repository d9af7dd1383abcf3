import { openContest } from './contestants.ts'
import { type Effort, measurePeaks, printPeaks } from './peaks.ts'
import { printFull, printHalf } from './pressure.ts'

const thorough: Effort = { rounds: 3, seconds: 3, warmSeconds: 3 }
/** A brief run only shows that the program works: its numbers mean nothing. */
const brief: Effort = { rounds: 1, seconds: 1, warmSeconds: 1 }

/**
 * How many events the server stores beside bare PostgreSQL and a peer, and the latency of other requests meanwhile.
 */
export async function printEvents(folder: string, isBrief: boolean): Promise<void> {
  const effort = isBrief ? brief : thorough
  const contest = await openContest(folder)
  try {
    const peaks = await measurePeaks(contest, effort)
    printPeaks(contest, peaks, effort)
    // Long enough that one stall of the disk is less than one per cent of the time.
    await printHalf(contest, peaks, effort.seconds * 3 + 1)
    await printFull(contest, effort.seconds * 2)
  } finally {
    await contest.stop()
  }
}
