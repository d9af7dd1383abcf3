import { join } from 'node:path'
import { enterDesk, timeCalls } from './desk-person.ts'
import { fillBookings } from './desk-rows.ts'
import { ask, count, withFifteen, withServer } from './servers.ts'
import { quantile, say, sayOf, spread, verdict, whole } from './statistics.ts'
import { fillYear } from './visit-year.ts'

/** The budget for every range, in milliseconds. */
const limit = 200
const calls = 20

const ranges = { today: 1, '7 days': 7, 'a quarter': 91, 'a year': 365 }

/**
 * The latency of the insights, each range with the period before it, over a year of ten million interactions on
 * PostgreSQL 15, to which nothing is flushed meanwhile, as it is only read.
 */
export function printInsights(folder: string, isBrief: boolean): Promise<void> {
  const visits = isBrief ? 10_000 : 1_000_000
  return withFifteen(folder, ['fsync=off', 'max_wal_size=8GB'], ({ address, settings }) =>
    withServer(
      { ...settings, DATA_DIR: join(folder, 'data'), AUTH_SIGN_UP: 'unconfirmed' },
      async ({ url }) => {
        const { id, token } = await enterDesk(url, address)
        await fillYear(address, visits)
        await fillBookings(address, visits / 10, id)
        const started = performance.now()
        await countAll(address)
        const seconds = (performance.now() - started) / 1000
        await ask(address, 'vacuum analyze')
        const rows = await count(address, 'select count(*) from public.user_interactions')
        say(
          `${whole(rows)} interactions of a year, counted in ${whole(seconds)} s; ` +
            `milliseconds of ${calls} calls each, p95 below ${limit}`,
          'insights',
        )
        const print = async (name: string, call: string, body: object) => {
          const times = await timeCalls(url, token, call, body, calls)
          sayOf(name, `${spread(times)}  ${verdict(quantile(times, 0.95) < limit)}`)
        }
        const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
        for (const [name, days] of Object.entries(ranges))
          await print(name, 'insights', { from_day: day(days - 1), to_day: day(0) })
        await print('the last minutes', 'insights_live', {})
      },
    ),
  )
}

/** The server's hourly maintenance, which stops after a time limit and continues in the next hour. */
async function countAll(address: string): Promise<void> {
  const sql = "select private.keep_interactions(now(), 395) ->> 'days_counted'"
  while ((await count(address, sql)) > 0);
}
