import { openTeamMailbox, settleBookings } from './booking-ledger.ts'
import { bookingProbe } from './booking-probe.ts'
import { bookingSides, printBookingRates } from './booking-rates.ts'
import { type Contest, key, openContest } from './contestants.ts'
import { settle } from './databases.ts'
import { pour } from './load.ts'
import type { Effort } from './peaks.ts'
import { quantile, spread, verdict } from './statistics.ts'

const thorough: Effort = { rounds: 3, seconds: 3, warmSeconds: 3 }
/** A brief run only shows that the program works: its numbers mean nothing. */
const brief: Effort = { rounds: 1, seconds: 1, warmSeconds: 1 }

/** Milliseconds at p99 beside a flood of events. */
const goal = 200
/** Milliseconds between two bookings of the visitors who arrive at a fixed rate. */
const every = 50

/**
 * How many bookings the server stores beside bare PostgreSQL and a peer, and what they wait, alone and beside a flood of
 * events. The peer and pgbench store a row in a plain table. Ours does its whole work: the same row, the desk's indexes, the
 * rows of its two letters in the same commit, and letters leave into a folder all the while, as they do after `npm start`.
 */
export async function printBookings(folder: string, isBrief: boolean): Promise<void> {
  const effort = isBrief ? brief : thorough
  const contest = await openContest(folder)
  try {
    for (const { address } of [contest.ours, contest.oursEmbedded]) await openTeamMailbox(address)
    await printBookingRates(bookingSides(contest, folder), effort)
    for (const [who, database] of [
      [contest.ours, 'PostgreSQL 15'],
      [contest.oursEmbedded, 'embedded'],
    ] as const)
      await printWaits(who, database, effort.seconds * 3 + 1)
  } finally {
    await contest.stop()
  }
}

/** The latency of bookings at a fixed rate: on an idle server, and beside as many events as the server accepts. */
async function printWaits(
  { url, address }: Contest['oursEmbedded'],
  database: string,
  seconds: number,
): Promise<void> {
  const beside = async (words: string, rows: number) => {
    const bookings = bookingProbe(url, key, address, every)
    const events = rows > 0 ? await pour({ url, key, rows, seconds }) : await pause(seconds)
    const times = await bookings.stop()
    if (events) await settle(address, events.stored)
    await settleBookings(address, times.length)
    const judged = rows > 0 ? ` (goal p99 ${goal}) ${verdict(quantile(times, 0.99) < goal)}` : ''
    console.log(
      `              ${database}, ${words.padEnd(30)} ${spread(times)}${judged}, ${times.length} of them`,
    )
  }
  await beside('alone', 0)
  await beside('beside single events', 1)
  await beside('beside events in fifties', 50)
}

const pause = (seconds: number) =>
  new Promise<undefined>((done) => setTimeout(done, seconds * 1000, undefined))
