import { setTimeout as sleep } from 'node:timers/promises'
import { assertStoredAndClear, type BenchmarkedServer, type ServerComparison, withComparison } from './comparison.ts'
import { connections, generateLoad, type LoadOptions } from './load.ts'
import { pageProbe, rowProbe } from './probe.ts'
import { bookingRow } from './rows.ts'
import { median, printReportLine, printResult, quantile, spread, verdict, whole } from './statistics.ts'

/**
 * Compares the rate of bookings with the peer's, and measures the latency on an idle server. The peer only stores a row
 * in a plain table. In the same commit, our server also maintains the desk's indexes and adds two outbox rows. As with
 * `npm start`, our server's worker writes the emails to a folder.
 */
export const printBookings = (folder: string, isBrief: boolean): Promise<void> =>
  withComparison(folder, async (contest) => {
    const table = 'strategy_call_bookings'
    await compareRates(contest, { words: 'singly', table, rows: 1, goal: 1.3 }, isBrief)
    const { url, address } = contest.ours
    const bookings = rowProbe(url, table, 50, bookingRow)
    await sleep(isBrief ? 1000 : 10_000)
    const times = await bookings.stop()
    await assertStoredAndClear(address, table, times.length)
    printResult('one each 50 ms, idle server', spread(times))
    printReportLine('every acknowledged booking is stored once, with its two outbox rows: pass')
  })

/** Compares the rate of events with the peer's, and measures the latency of other requests under this load. */
export const printEvents = (folder: string, isBrief: boolean): Promise<void> =>
  withComparison(folder, async (contest) => {
    const table = 'user_interactions'
    for (const shape of [
      { words: 'single events', table, rows: 1, goal: 5 },
      { words: 'in fifties', table, rows: 50, goal: 4 },
    ] as const) {
      const rate = await compareRates(contest, shape, isBrief)
      // The run is long enough that one disk stall accounts for less than one percent of the run's time.
      await printLatencyUnderLoad(contest.ours, shape.rows, (rate / shape.rows) * (isBrief ? 1 : 10))
    }
  })

/** Sends events as fast as possible, and prints the latency of page and booking requests in the meantime. */
async function printLatencyUnderLoad({ url, address }: BenchmarkedServer, rows: number, amount: number): Promise<void> {
  // Makes each connection plan its queries before the measurement.
  const first = await generateLoad({ url, table: 'strategy_call_bookings', rows: 1, amount: 400 })
  await assertStoredAndClear(address, 'strategy_call_bookings', first.stored)
  const probes = {
    page: pageProbe(url, 10),
    booking: rowProbe(url, 'strategy_call_bookings', 50, bookingRow),
  }
  const { stored } = await generateLoad({ url, table: 'user_interactions', rows, amount: Math.ceil(amount) })
  const waits = async (name: keyof typeof probes, goal: number) => {
    const times = await probes[name].stop()
    const judged = verdict(quantile(times, 0.99) < goal)
    printResult(`${name} under full load`, `${spread(times)} (goal p99 ${goal}) ${judged}`)
    return times.length
  }
  await waits('page', 10)
  const bookings = await waits('booking', 200)
  await assertStoredAndClear(address, 'user_interactions', stored)
  await assertStoredAndClear(address, 'strategy_call_bookings', bookings)
}

/** The contents of a request, and the target rate as a multiple of the peer's rate. */
type RequestShape = Pick<LoadOptions, 'table' | 'rows'> & { words: string; goal: number }

/** Measures the two servers alternately. Prints both rates in rows per second and their ratio, and returns our rate. */
async function compareRates(
  { ours, peer }: ServerComparison,
  { words, table, rows, goal }: RequestShape,
  isBrief: boolean,
): Promise<number> {
  const [rounds, seconds] = isBrief ? [1, 1] : [3, 3]
  /** Generates load for about `seconds` seconds. The previous rate determines the number of requests. */
  const take = async (who: BenchmarkedServer, before: number) => {
    const amount = Math.max(Math.ceil((before / rows) * seconds), connections)
    const poured = await generateLoad({ url: who.url, table, rows, amount })
    await assertStoredAndClear(who.address, table, poured.stored, who === ours)
    return { rate: poured.stored / poured.seconds, latencies: poured.latencies }
  }
  const seen = new Map<BenchmarkedServer, Awaited<ReturnType<typeof take>>[]>()
  // Runs two warm-up rounds for each server. The warm-up results do not count, but they determine the number of
  // requests in later rounds.
  for (const who of [ours, peer]) seen.set(who, [await take(who, (await take(who, 100 * rows)).rate)])
  for (let round = 0; round < rounds; round++)
    for (const who of round % 2 === 0 ? [ours, peer] : [peer, ours]) {
      const notes = seen.get(who) ?? []
      notes.push(await take(who, notes.at(-1)?.rate ?? 0))
    }
  printReportLine(
    `${words}: rows per second over ${connections} connections, PostgreSQL 15, every commit flushed; ` +
      `medians of ${rounds} rounds of ${seconds} s`,
    table === 'user_interactions' ? 'events' : 'bookings',
  )
  const [own = 0, others = 0] = [...seen].map(([{ name }, [, ...counted]]) => {
    const rate = median(counted.map((one) => one.rate))
    printResult(name, `${whole(rate).padStart(8)}  ${spread(counted.flatMap(({ latencies }) => latencies))}`)
    return rate
  })
  printResult('ratio', `${(own / others).toFixed(2).padStart(8)}  (goal ${goal}) ${verdict(own / others >= goal)}`)
  return own
}
