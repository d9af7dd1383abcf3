import { type Contest, compareRates, withContest } from './contest.ts'
import { settle } from './ledger.ts'
import { pour } from './load.ts'
import { pageProbe, rowProbe } from './probe.ts'
import { bookingRow } from './rows.ts'
import { quantile, sayOf, spread, verdict } from './statistics.ts'

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
      await printBeside(contest.ours, shape.rows, (rate / shape.rows) * (isBrief ? 1 : 10))
    }
  })

/** What a page and a booking wait beside so many requests with events, sent as fast as they are answered. */
async function printBeside({ url, address }: Contest['ours'], rows: number, amount: number): Promise<void> {
  // The first bookings of a connection plan all that a booking asks.
  const first = await pour({ url, table: 'strategy_call_bookings', rows: 1, amount: 400 })
  await settle(address, 'strategy_call_bookings', first.stored)
  const probes = {
    page: pageProbe(url, 10),
    booking: rowProbe(url, 'strategy_call_bookings', 50, bookingRow),
  }
  const { stored } = await pour({ url, table, rows, amount: Math.ceil(amount) })
  const waits = async (name: keyof typeof probes, goal: number) => {
    const times = await probes[name].stop()
    const judged = verdict(quantile(times, 0.99) < goal)
    sayOf(`${name} beside as many as there is room for`, `${spread(times)} (goal p99 ${goal}) ${judged}`)
    return times.length
  }
  await waits('page', 10)
  const bookings = await waits('booking', 200)
  await settle(address, table, stored)
  await settle(address, 'strategy_call_bookings', bookings)
}
