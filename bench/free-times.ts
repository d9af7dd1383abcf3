import { join } from 'node:path'
import pg from 'pg'
import { startServer } from './contestants.ts'
import { ask, startFlushedFifteen } from './databases.ts'
import { fillHosts } from './host-rows.ts'
import { quantile, spread, verdict, whole } from './statistics.ts'

/** The budget for two weeks, in milliseconds. */
const limit = 20

const questions = {
  'a day': 'select free_times(null, 1)',
  '14 days': 'select free_times(null, 14)',
  '14 days, five weeks on': 'select free_times(current_date + 35, 14)',
  '31 days': 'select free_times(null, 31)',
  'the badge': 'select free_calls_this_week()',
  'the fortnight around': "select * from private.free_times_near(now() + interval '3 days', now())",
}

/** The latency of free times at the database, of a busy provider with many hosts. */
export async function printFreeTimes(folder: string, isBrief: boolean): Promise<void> {
  const [hosts, calls, tries] = isBrief ? [3, 50, 3] : [20, 2000, 200]
  const fifteen = startFlushedFifteen(folder)
  const server = startServer({ ...fifteen.settings, DATA_DIR: join(folder, 'data') })
  try {
    await server.start()
    await fillHosts(fifteen.address, hosts, calls)
  } finally {
    // What is measured is the database, so nothing else is to run.
    await server.stop()
  }
  const client = new pg.Client(fifteen.address)
  try {
    await client.connect()
    const [found] = await ask<{ times: number; ahead: number }>(
      fifteen.address,
      `select jsonb_array_length(free_times(null, 14) -> 'times') as times,
         (select count(*)::integer from strategy_call_bookings where call_at > now()) as ahead`,
    )
    console.log(
      `free-times    milliseconds at the database, PostgreSQL 15: ${hosts} hosts with ${whole(calls)} calls each in a year, ` +
        `${whole(found?.ahead ?? 0)} of them ahead, and 500 busy times elsewhere each; ${whole(found?.times ?? 0)} free in 14 days; ${tries} tries`,
    )
    for (const [name, sql] of Object.entries(questions)) {
      const times: number[] = []
      for (let each = -5; each < tries; each++) {
        const start = performance.now()
        await client.query(sql)
        if (each >= 0) times.push(performance.now() - start)
      }
      const judged =
        name === '14 days' ? `  p99 below ${limit}: ${verdict(quantile(times, 0.99) < limit)}` : ''
      console.log(
        `              ${name.padEnd(24)} best ${quantile(times, 0).toFixed(1)}, ${spread(times)}${judged}`,
      )
    }
  } finally {
    await client.end()
    fifteen.stop()
  }
}
