import { bookingProbe } from './booking-probe.ts'
import { type Contest, key } from './contestants.ts'
import { settle } from './databases.ts'
import { pour } from './load.ts'
import { type Peaks, shapes } from './peaks.ts'
import { pageProbe } from './probe.ts'
import { quantile, spread, verdict, whole } from './statistics.ts'

/** p99 in milliseconds. */
const goals = { event: 50, page: 10 }
const pageEvery = 10

const judged = (times: readonly number[], goal: number) =>
  `${spread(times)} (goal p99 ${goal}) ${verdict(quantile(times, 0.99) < goal)}`

/** The latency of an event and of a page at half of the peak load, each timed from when it was due. */
export async function printHalf(contest: Contest, peaks: Peaks, seconds: number): Promise<void> {
  for (const { who, database } of ourServers(contest)) {
    for (const { rows, words } of shapes) {
      const rate = (peaks.get(who)?.get(rows) ?? 0) / rows / 2
      const pages = pageProbe(who.url, pageEvery)
      const { stored, latencies } = await pour({ url: who.url, key, rows, seconds, rate })
      const times = await pages.stop()
      await settle(who.address, stored)
      console.log(`half of it    ${database}, ${words}, ${whole(rate)} requests a second`)
      console.log(`              event   ${judged(latencies, goals.event)}`)
      console.log(`              GET /   ${judged(times, goals.page)}`)
    }
  }
}

/** The latency of a page and of a booking while the server accepts as many events as it can. */
export async function printFull(contest: Contest, seconds: number): Promise<void> {
  for (const { who, database } of ourServers(contest)) {
    for (const { rows, words } of shapes) {
      const pages = pageProbe(who.url, pageEvery)
      const bookings = bookingProbe(who.url, key, who.address)
      const { stored, latencies } = await pour({ url: who.url, key, rows, seconds })
      const [times, booked] = [await pages.stop(), await bookings.stop()]
      await settle(who.address, stored)
      console.log(`all of it     ${database}, ${words}`)
      console.log(`              event   ${spread(latencies)}`)
      console.log(`              GET /   ${judged(times, goals.page)}`)
      console.log(`              booking ${spread(booked)}, ${booked.length} of them, one a second`)
    }
  }
}

const ourServers = ({ ours, oursEmbedded }: Contest) => [
  { who: ours, database: 'PostgreSQL 15' },
  { who: oursEmbedded, database: 'embedded' },
]
