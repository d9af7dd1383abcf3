import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { bookingRow } from './booking-rows.ts'
import { ask } from './databases.ts'
import { probe, send } from './probe.ts'

/**
 * Books a call at a fixed rate of at least one a second, as the site does; at the end it throws unless each
 * acknowledged booking is in the database.
 */
export function bookingProbe(url: string, key: string, database: string, everyMilliseconds = 1000) {
  const agent = new Agent({ keepAlive: true })
  const ids: string[] = []
  const bookings = probe(everyMilliseconds, async () => {
    const id = randomUUID()
    ids.push(id)
    const headers = { apikey: key, 'content-type': 'application/json' }
    const target = new URL('/rest/v1/strategy_call_bookings', url)
    const status = await send(agent, target, headers, JSON.stringify(bookingRow(id)))
    if (status !== 201) throw new Error(`A booking was answered ${status}`)
  })
  return {
    async stop(): Promise<number[]> {
      const times = await bookings.stop()
      agent.destroy()
      const sql = 'select count(*)::int as rows from strategy_call_bookings where id = any($1::uuid[])'
      const [found] = await ask<{ rows: number }>(database, sql, [ids])
      if (found?.rows !== ids.length) throw new Error(`Of ${ids.length} bookings ${found?.rows} are stored`)
      return times
    },
  }
}
