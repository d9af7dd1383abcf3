import { settleBookings } from './booking-ledger.ts'
import { type Contest, key } from './contestants.ts'
import { settle } from './databases.ts'
import { connections, pour } from './load.ts'
import type { Effort } from './peaks.ts'
import { bookingInserts, pgbench } from './pgbench.ts'
import { median, spread, verdict, whole } from './statistics.ts'

/** Our goal, as a multiple of the peer's rate. */
const goal = 1.3

/** A contestant that stores bookings, and the check that it stored them. */
interface Side {
  name: string
  book: (seconds: number) => Promise<{ stored: number; rate: number; latencies: number[] }>
  /** Throws unless exactly so many are stored; gives how many letters have left. */
  settle: (stored: number) => Promise<number>
}

/** All contestants in turn, in this order and back. */
export function bookingSides({ ours, oursEmbedded, peer }: Contest, folder: string) {
  const overHttp = (url: string) => async (seconds: number) => {
    const poured = await pour({ url, key, table: 'strategy_call_bookings', rows: 1, seconds })
    return { ...poured, rate: poured.stored / poured.seconds }
  }
  const plain = async (stored: number) => {
    await settle(peer.address, stored, 'public.strategy_call_bookings')
    return 0
  }
  const own = (name: string, { url, address }: Contest['oursEmbedded']): Side => ({
    name,
    book: overHttp(url),
    settle: (stored) => settleBookings(address, stored),
  })
  return {
    ours: own('PostgreSQL 15 Backline', ours),
    peer: { name: 'PostgreSQL 15 @supabase/lite', book: overHttp(peer.url), settle: plain },
    bare: {
      name: 'PostgreSQL 15 bare pgbench',
      async book(seconds: number) {
        return { ...(await pgbench(peer.address, bookingInserts(), seconds, folder)), latencies: [] }
      },
      settle: plain,
    },
    embedded: own('embedded Backline', oursEmbedded),
  } satisfies Record<string, Side>
}

export async function printBookingRates(
  sides: ReturnType<typeof bookingSides>,
  effort: Effort,
): Promise<void> {
  const all = Object.values(sides)
  const seen = new Map(
    all.map((side) => [side, { rates: [] as number[], latencies: [] as number[], left: 0 }]),
  )
  const take = async (side: Side, seconds: number) => {
    const { stored, rate, latencies } = await side.book(seconds)
    return { rate, latencies, left: await side.settle(stored) }
  }
  for (const side of [sides.ours, sides.embedded, sides.peer]) await take(side, effort.warmSeconds * 2)
  for (let round = 0; round < effort.rounds; round++) {
    for (const side of round % 2 === 0 ? all : all.toReversed()) {
      const { rate, latencies, left } = await take(side, effort.seconds)
      const notes = seen.get(side)
      notes?.rates.push(rate)
      notes?.latencies.push(...latencies)
      if (notes) notes.left += left
    }
  }
  console.log(
    `bookings      stored per second over ${connections} connections, every commit flushed; ` +
      `medians of ${effort.rounds} rounds of ${effort.seconds} s`,
  )
  for (const side of all) {
    const { rates = [], latencies = [], left = 0 } = seen.get(side) ?? {}
    const waits = latencies.length > 0 ? `  ${spread(latencies)}` : ''
    const letters = left > 0 ? `; ${whole(left)} letters left meanwhile` : ''
    console.log(`              ${side.name.padEnd(32)}${whole(median(rates)).padStart(8)}${waits}${letters}`)
  }
  const rateOf = (side: Side) => median(seen.get(side)?.rates ?? [])
  const times = rateOf(sides.ours) / rateOf(sides.peer)
  console.log(
    `              ${'Backline to @supabase/lite'.padEnd(32)}${times.toFixed(2).padStart(8)} (goal ${goal}) ${verdict(times >= goal)}`,
  )
  console.log(
    '              every booking acknowledged is stored once, with the rows of its two letters: pass',
  )
}
