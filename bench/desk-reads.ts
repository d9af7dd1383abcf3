import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { ListRequest } from '../src/shared/contract/desk-rows.ts'
import { insertAccount } from '../tools/testing/account.ts'
import { fillBookings, fillYear } from './made-years.ts'
import { ask, count, key, withFifteen, withServer } from './servers.ts'
import { printReportLine, printResult, quantile, spread, verdict, whole } from './statistics.ts'

interface AuthResponse {
  id?: string
  access_token?: string
  totp?: { secret: string }
}

const deskHeaders = (token: string) => ({
  apikey: key,
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
})

/** Creates an agent with two-step verification and returns a token that is valid for an hour. */
export async function createSignedInAgent(url: string, address: string): Promise<{ id: string; token: string }> {
  let token = key
  async function post(path: string, body: object): Promise<AuthResponse> {
    const init = { method: 'POST', headers: deskHeaders(token), body: JSON.stringify(body) }
    const answer = await fetch(`${url}/auth/v1/${path}`, init)
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`)
    const content = (await answer.json()) as AuthResponse
    token = content.access_token ?? token
    return content
  }
  const who = { email: 'anna@example.com', password: 'a long row of words' }
  const id = await insertAccount((sql, values) => ask(address, sql, values), who)
  await ask(address, `insert into public.staff_members (id, role) values ($1, 'agent')`, [id])
  await post('token?grant_type=password', who)
  const factor = await post('factors', { factor_type: 'totp' })
  const challenge = await post(`factors/${factor.id}/challenge`, {})
  const code = new TOTP({ secret: Secret.fromBase32(factor.totp?.secret ?? '') }).generate()
  await post(`factors/${factor.id}/verify`, { challenge_id: challenge.id, code })
  return { id, token }
}

interface DeskBenchmark {
  address: string
  agent: string
  /**
   * Calls a function repeatedly, and prints the duration of the calls and the limit in milliseconds. The first call
   * does not count.
   */
  time: (name: string, call: string, body: object) => Promise<void>
}

/** Starts a server on PostgreSQL 15, signs in an agent and calls `work`. */
const withDesk = (
  folder: string,
  settings: string[],
  { tries, limit }: { tries: number; limit: number },
  work: (desk: DeskBenchmark) => Promise<void>,
): Promise<void> =>
  withFifteen(folder, settings, ({ address, settings: database }) =>
    withServer({ ...database, DATA_DIR: join(folder, 'data') }, async ({ url }) => {
      const { id, token } = await createSignedInAgent(url, address)
      const time: DeskBenchmark['time'] = async (name, call, body) => {
        const times: number[] = []
        for (let turn = 0; turn <= tries; turn++) {
          const start = performance.now()
          const init = { method: 'POST', headers: deskHeaders(token), body: JSON.stringify(body) }
          const answer = await fetch(`${url}/rest/v1/rpc/${call}`, init)
          const said = await answer.text()
          if (!answer.ok) throw new Error(`${call} with ${JSON.stringify(body)} was refused: ${said}`)
          times.push(performance.now() - start)
        }
        const counted = times.slice(1)
        printResult(name, `${spread(counted)}  ${verdict(quantile(counted, 0.95) <= limit)}`)
      }
      await work({ address, agent: id, time })
    }),
  )

const dayMs = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

/**
 * Measures the latency of the insights requests for a year with ten million interactions. Flushing to disk is off,
 * because the measured requests only read.
 */
export function printInsights(folder: string, isBrief: boolean): Promise<void> {
  const visits = isBrief ? 10_000 : 1_000_000
  const bounds = { tries: 20, limit: 200 }
  return withDesk(folder, ['fsync=off', 'max_wal_size=8GB'], bounds, async ({ address, agent, time }) => {
    await fillYear(address, visits)
    await fillBookings(address, visits / 10, agent)
    const started = performance.now()
    // Repeats the hourly cleanup job until no day is left to count, because each run stops at a time limit.
    const counting = "select private.maintain_interactions(now(), 395) ->> 'days_counted'"
    while ((await count(address, counting)) > 0);
    const seconds = (performance.now() - started) / 1000
    await ask(address, 'vacuum analyze')
    const rows = await count(address, 'select count(*) from public.user_interactions')
    printReportLine(
      `${whole(rows)} interactions of a year, counted in ${whole(seconds)} s; ` +
        `milliseconds of ${bounds.tries} calls each, p95 at most ${bounds.limit}`,
      'insights',
    )
    const day = (ago: number) => daysFromNow(-ago).slice(0, 10)
    for (const [name, days] of Object.entries({ today: 1, '7 days': 7, 'a quarter': 91, 'a year': 365 }))
      await time(name, 'insights', { from_day: day(days - 1), to_day: day(0) })
    await time('the last minutes', 'insights_live', {})
  })
}

/**
 * Measures the latency of the desk's lists with many bookings. Each request returns a page of fifty rows and the exact
 * count.
 */
export function printDeskList(folder: string, isBrief: boolean): Promise<void> {
  const rows = isBrief ? 2000 : 100_000
  const bounds = { tries: isBrief ? 3 : 20, limit: 100 }
  return withDesk(folder, [], bounds, async ({ address, agent, time }) => {
    await fillBookings(address, rows, agent)
    printReportLine(
      `milliseconds for a page of 50 of ${whole(rows)} bookings and their exact count, ` +
        `PostgreSQL 15; of ${bounds.tries} each, p95 at most ${bounds.limit}`,
      'desk-list',
    )
    for (const wanted of listRequests(agent, rows)) await time(JSON.stringify(wanted), 'list_bookings', { wanted })
    await time('counts of all lists', 'booking_counts', {})
  })
}

/**
 * Requests for the list of bookings, with both sort directions, pages near the end, filters, and various searches.
 */
function listRequests(agent: string, rows: number): ListRequest[] {
  const columns = ['created_at', 'due_at', 'call_at', 'name', 'company', 'status', 'source']
  const orders: ListRequest[] = [
    {},
    ...columns.flatMap((sort) => [
      { sort, down: true },
      { sort, down: false },
    ]),
  ]
  // Search terms: one that matches every row, two words, two letters, one that matches ten rows, a diacritic,
  // digits of a phone number, one that matches no row, and a misspelling.
  const terms = ['example', 'lovelace ada', 'ov', '4711@', 'Lövelace', '(555) 947-11', 'nobody', 'lovelcae']
  return [
    ...orders,
    ...orders.map((order) => ({ ...order, page: Math.max(1, Math.floor((rows * 0.8) / 50)) })),
    { view: 'completed' },
    { view: 'confirmed', sort: 'call_at' },
    { view: 'open' },
    { view: 'overdue' },
    // Ten messages contain this word.
    { term: 'zeppelin' },
    { assignee: agent },
    { assignee: 'nobody' },
    { source: 'google3' },
    { from: daysFromNow(-30), until: daysFromNow(-23) },
    { term: 'lovelace', view: 'confirmed' },
    { view: 'completed', source: 'google0', assignee: agent },
    ...terms.flatMap((term) => [{ term }, { term, sort: 'name' }]),
  ]
}
