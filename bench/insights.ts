import { join } from 'node:path'
import pg from 'pg'
import { key, startServer } from './contestants.ts'
import { ask, startReadingFifteen } from './databases.ts'
import { deskToken } from './desk-token.ts'
import { median, quantile, verdict, whole } from './statistics.ts'
import { fillYear } from './visit-year.ts'

/** The budget for every range. */
const limit = 200
const calls = 20

const ranges = [
  { name: 'today', days: 1 },
  { name: '7 days', days: 7 },
  { name: 'a quarter', days: 91 },
  { name: 'a year', days: 365 },
] as const

/**
 * The latency of the insights for 7 days, a quarter and a year, each with the period before it, over a year of ten
 * million interactions on PostgreSQL 15 with default settings; and the query plans.
 */
export async function printInsights(folder: string, isBrief: boolean): Promise<void> {
  const visits = isBrief ? 10_000 : 1_000_000
  const fifteen = startReadingFifteen(folder)
  const { address } = fifteen
  const server = startServer({
    ...fifteen.settings,
    DATA_DIR: join(folder, 'data'),
    AUTH_SIGN_UP: 'unconfirmed',
  })
  try {
    await server.start()
    const filled = await seconds(() =>
      fillYear(address, { visits, bookings: visits / 100, until: new Date() }),
    )
    const counted = await seconds(() => countAll(address))
    await ask(address, 'vacuum analyze')
    await printSizes(address, filled, counted)
    const token = await deskToken(server.url, key, address)
    await printTimes(server.url, token, address)
    await printPlans(address)
  } finally {
    await server.stop()
    fifteen.stop()
  }
}

/** The server's hourly maintenance, which stops after a time limit and continues in the next hour. */
async function countAll(address: string): Promise<void> {
  for (let days = 1; days > 0; ) {
    const [run] = await ask<{ days: number }>(
      address,
      "select (private.keep_interactions(now(), 395) ->> 'days_counted')::int as days",
    )
    days = run?.days ?? 0
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

async function printSizes(address: string, filled: number, counted: number): Promise<void> {
  const [size] = await ask<Record<string, string>>(
    address,
    `select (select count(*) from user_interactions) as interactions,
       (select count(*) from strategy_call_bookings) as bookings,
       (select count(*) from user_interactions where created_at >= current_date) as today,
       (select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) from pg_inherits
        where inhparent = 'user_interactions'::regclass) as rows,
       (select pg_size_pretty(sum(pg_total_relation_size(c.oid))) from pg_class c
        where relname in ('visit_days', 'vital_days', 'vital_months', 'booking_visits', 'visits')) as counts`,
  )
  console.log(
    `insights      ${whole(Number(size?.interactions))} interactions of a year (${size?.rows}), ` +
      `${whole(Number(size?.today))} of them today, ${whole(Number(size?.bookings))} bookings; made in ${whole(filled)} s, ` +
      `counted in ${whole(counted)} s (${size?.counts}); ${calls} calls each, milliseconds`,
  )
}

/** A range of that many days that ends today, in UTC. */
function rangeOf(days: number): [from: string, to: string] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  return [day(days - 1), day(0)]
}

async function printTimes(url: string, token: string, address: string): Promise<void> {
  for (const { name, days } of ranges) {
    const [from_day, to_day] = rangeOf(days)
    await printRow(`${name}, by the server`, () => callRpc(url, token, 'insights', { from_day, to_day }))
  }
  await printRow('the last minutes, by the server', () => callRpc(url, token, 'insights_live', {}))
  const client = new pg.Client(address)
  await client.connect()
  // The worst case: at the end of a busy day, an hour after the last maintenance.
  const [busy] = await ask<{ day: string }>(
    address,
    `select day::text from private.visit_days where dimension = '*' and day > current_date - 7
     order by views desc limit 1`,
  )
  await client.query('begin')
  await client.query('delete from private.visit_days where day >= $1', [busy?.day])
  await client.query("select private.refresh_visits($1, $1::date + interval '23 hours')", [busy?.day])
  await client.query('analyze private.visits')
  await printRow(`a year up to midnight of ${busy?.day}, a busy day`, () =>
    client.query("select private.insights_of($1::date - 364, $1, 'person', now())", [busy?.day]),
  )
  await client.query('rollback')
  await client.end()
}

async function callRpc(url: string, token: string, name: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`${name} was refused: ${said}`)
}

async function printRow(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let call = -2; call < calls; call++) {
    const start = performance.now()
    await work()
    if (call >= 0) times.push(performance.now() - start)
  }
  const reached = quantile(times, 0.95) < limit
  console.log(
    `              ${name.padEnd(56)}median ${whole(median(times)).padStart(4)}  p95 ` +
      `${whole(quantile(times, 0.95)).padStart(4)}  below ${limit}: ${verdict(reached)}`,
  )
}

/** The query plan of each statement for a year. */
async function printPlans(address: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  const plans: string[] = []
  client.on('notice', ({ message }) => plans.push(message ?? ''))
  const call = 'select private.insights_of($1, $2, $3, now())'
  const values = [...rangeOf(365), 'person']
  await client.query(call, values)
  await client.query(
    `load 'auto_explain'; set auto_explain.log_min_duration = 3; set auto_explain.log_analyze = on;
     set auto_explain.log_nested_statements = on; set client_min_messages = log`,
  )
  await client.query(call, values)
  await client.end()
  console.log('              the plans for the year, of all statements that took 3 ms and more:')
  for (const plan of plans) {
    const [duration, ...lines] = plan.split('\n')
    const nodes = lines.findIndex((line) => line.includes('(cost='))
    const begins = lines.slice(0, Math.min(nodes, 3)).map((line) => line.replace('Query Text:', '').trim())
    console.log(`              ${duration?.replace('  plan:', '')}  ${begins.join(' ').trim()} …`)
    for (const line of lines.slice(nodes))
      console.log(`                ${line.replace(/\(cost=[^)]*\) /, '').slice(0, 180)}`)
  }
}
