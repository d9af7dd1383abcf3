import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import type { Booking } from '../src/shared/contract/booking.ts'
import { ask } from './databases.ts'
import { probe, send } from './probe.ts'

const day = 86_400_000

function booking(id: string): Booking {
  return {
    id,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    company: 'Analytical Engines',
    phone: '+44 20 7946 0000',
    current_challenges: 'slow-proposals',
    team_size: '2-5',
    preferred_time: new Date(Date.now() + day).toISOString(),
    time_zone: 'Europe/London',
    message: 'Please call in the morning.',
  }
}

/** Books a call once a second, as the site does; at its end, throws unless each of them is in the database. */
export function bookingProbe(url: string, key: string, database: string) {
  const agent = new Agent({ keepAlive: true })
  const ids: string[] = []
  const bookings = probe(1000, async () => {
    const id = randomUUID()
    ids.push(id)
    const headers = { apikey: key, 'content-type': 'application/json' }
    const target = new URL('/rest/v1/strategy_call_bookings', url)
    const status = await send(agent, target, headers, JSON.stringify(booking(id)))
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
