import { Agent } from 'node:http'
import { join } from 'node:path'
import { key, startServer } from './contestants.ts'
import { startFlushedFifteen } from './databases.ts'
import { enterDesk } from './desk-person.ts'
import { fillBookings } from './desk-rows.ts'
import { probe, send } from './probe.ts'
import { residentMegabytes } from './resident.ts'
import { quantile, spread, verdict, whole } from './statistics.ts'

/** The budgets: milliseconds at p99 for other requests, and megabytes for an export. */
const goals = { wait: 50, memory: 50 }

/** The latency of other requests, and the memory used, while very many bookings are exported as CSV. */
export async function printExports(folder: string, isBrief: boolean): Promise<void> {
  const rows = isBrief ? 2000 : 100_000
  const fifteen = startFlushedFifteen(folder)
  const server = startServer({
    ...fifteen.settings,
    DATA_DIR: join(folder, 'data'),
    AUTH_SIGN_UP: 'on',
    AUTH_AUTOCONFIRM: 'on',
  })
  const agents = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true })] as const
  try {
    await server.start()
    const staff = await enterDesk(server.url, fifteen.address)
    await fillBookings(fifteen.address, rows, staff.id)
    const path = new URL('/rest/v1/rpc/export_bookings', server.url)
    const headers = {
      apikey: key,
      authorization: `Bearer ${staff.token}`,
      accept: 'text/csv',
      'content-type': 'application/json',
    }
    const take = async () => {
      const status = await send(agents[0], path, headers, '{}')
      if (status !== 200) throw new Error(`the export was answered ${status}`)
    }
    // Warms up code that is compiled, and connections that are opened, once.
    await take()
    const pid = server.pid ?? 0
    const before = residentMegabytes(pid)
    let most = before
    const sampling = setInterval(() => {
      most = Math.max(most, residentMegabytes(pid))
    }, 20)
    const others = probe(10, async () => {
      await send(agents[1], new URL('/healthz', server.url), {})
    })
    const start = performance.now()
    await take()
    const seconds = (performance.now() - start) / 1000
    const waits = await others.stop()
    clearInterval(sampling)
    console.log(
      `exports       ${whole(rows)} bookings as CSV in ${seconds.toFixed(1)} s, PostgreSQL 15\n` +
        `              others wait  ${spread(waits)} (goal: p99 at most ${goals.wait}) ` +
        `${verdict(quantile(waits, 0.99) <= goals.wait)}\n` +
        `              memory  before ${whole(before)} MB, at most ${whole(most)} ` +
        `(goal: at most ${goals.memory} more) ${verdict(most - before <= goals.memory)}`,
    )
  } finally {
    for (const agent of agents) agent.destroy()
    await server.stop()
    fifteen.stop()
  }
}
