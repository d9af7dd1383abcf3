import { type Contest, compareRates, withContest } from './contest.ts'
import { settle } from './ledger.ts'
import { pour } from './load.ts'
import { pageProbe, rowProbe } from './probe.ts'
import { bookingRow, eventRows } from './rows.ts'
import { quantile, sayOf, spread, verdict, whole } from './statistics.ts'

const table = 'user_interactions'
const shapes = [
  { words: 'single events', table, rows: 1, goal: 5 },
  { words: 'in fifties', table, rows: 50, goal: 4 },
] as const

/** How many events the server stores beside a peer, and the latency of other requests meanwhile. */
export const printEvents = (folder: string, isBrief: boolean): Promise<void> =>
  withContest(folder, async (contest) => {
    for (const shape of shapes) {
      const rate = await compareRates(contest, shape, isBrief)
      // Long enough that one stall of the disk is less than one per cent of the time.
      for (const part of [0.5, 1])
        await printBeside(contest.ours, shape.rows, (rate / shape.rows) * part, part < 1, isBrief ? 1 : 10)
    }
  })

/** What an event, a page and a booking wait beside so many requests with events a second, paced or at once. */
async function printBeside(
  { url, address }: Contest['ours'],
  rows: number,
  requests: number,
  isPaced: boolean,
  seconds: number,
): Promise<void> {
  const probes = {
    event: rowProbe(url, table, 50, () => eventRows(1, 1)),
    page: pageProbe(url, 10),
    booking: rowProbe(url, 'strategy_call_bookings', 50, bookingRow),
  }
  const amount = Math.ceil(requests * seconds)
  const { stored } = await pour({ url, table, rows, amount, ...(isPaced && { rate: requests }) })
  const waits = async (name: keyof typeof probes, goal: number) => {
    const times = await probes[name].stop()
    sayOf(
      `${name} beside ${whole(requests)} requests a second`,
      `${spread(times)} (goal p99 ${goal}) ${verdict(quantile(times, 0.99) < goal)}`,
    )
    return times.length
  }
  const events = await waits('event', 50)
  await waits('page', 10)
  const bookings = await waits('booking', 200)
  await settle(address, table, stored + events)
  await settle(address, 'strategy_call_bookings', bookings)
}
