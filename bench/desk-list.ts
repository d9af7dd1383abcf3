import { Agent } from 'node:http'
import { join } from 'node:path'
import { key, startServer } from './contestants.ts'
import { startFlushedFifteen } from './databases.ts'
import { enterDesk } from './desk-person.ts'
import { questions } from './desk-questions.ts'
import { fillBookings } from './desk-rows.ts'
import { send } from './probe.ts'
import { quantile, verdict, whole } from './statistics.ts'

/** The budget for every list, in milliseconds. */
const limit = 100

const milliseconds = (times: readonly number[], part: number) => quantile(times, part).toFixed(1).padStart(6)

/** The latency of the desk's lists over very many bookings, for staff and through the server. */
export async function printDeskList(folder: string, isBrief: boolean): Promise<void> {
  const [rows, tries] = isBrief ? [2000, 3] : [100_000, 20]
  const fifteen = startFlushedFifteen(folder)
  const server = startServer({
    ...fifteen.settings,
    DATA_DIR: join(folder, 'data'),
    AUTH_SIGN_UP: 'unconfirmed',
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await server.start()
    const staff = await enterDesk(server.url, fifteen.address)
    await fillBookings(fifteen.address, rows, staff.id)
    const headers = {
      apikey: key,
      authorization: `Bearer ${staff.token}`,
      'content-type': 'application/json',
    }
    const time = async (call: string, body: object) => {
      const start = performance.now()
      const status = await send(
        agent,
        new URL(`/rest/v1/rpc/${call}`, server.url),
        headers,
        JSON.stringify(body),
      )
      if (status !== 200) throw new Error(`${call} with ${JSON.stringify(body)} was answered ${status}`)
      return performance.now() - start
    }
    const asked = Object.entries(questions(staff.id, rows)).map(
      ([name, wanted]) => [name, 'list_bookings', { wanted }] as const,
    )
    console.log(
      `desk-list     milliseconds until a page of 50 of ${whole(rows)} bookings and their exact count are there, ` +
        `PostgreSQL 15; of ${tries} each, limit ${limit}`,
    )
    for (const [name, call, body] of [...asked, ['how long each list is', 'booking_counts', {}] as const]) {
      await time(call, body)
      const times: number[] = []
      for (let each = 0; each < tries; each++) times.push(await time(call, body))
      console.log(
        `              ${name.padEnd(34)}best ${milliseconds(times, 0)}   p50 ${milliseconds(times, 0.5)}   ` +
          `p95 ${milliseconds(times, 0.95)}   ${verdict(quantile(times, 0.95) <= limit)}`,
      )
    }
  } finally {
    agent.destroy()
    await server.stop()
    fifteen.stop()
  }
}
