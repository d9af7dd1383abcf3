import type { Contest, Contestant } from './contestants.ts'
import { settle } from './databases.ts'
import { connections } from './load.ts'
import { median, verdict, whole } from './statistics.ts'

export interface Effort {
  rounds: number
  /** The duration of each measurement. */
  seconds: number
  /** The warm-up of each server before the first measurement, so that its code is compiled. */
  warmSeconds: number
}

/** Rows in a request, and our goals: as multiples of the peer's rate, and of the rate of bare inserts. */
export const shapes = [
  { rows: 1, words: 'single events', goal: 8, bareGoal: 0.6 },
  { rows: 50, words: 'in fifties', goal: 4, bareGoal: 0.3 },
] as const

/** Rows stored per second, by contestant and rows in a request. */
export type Peaks = Map<Contestant, Map<number, number>>

/** The highest rate of each contestant: medians of rounds in which all take turns, there and back. */
export async function measurePeaks(contest: Contest, effort: Effort): Promise<Peaks> {
  const { ours, oursEmbedded, peer, bare, bareEmbedded } = contest
  const all = [ours, peer, bare, oursEmbedded, bareEmbedded]
  const rates = new Map(all.map((who) => [who, new Map(shapes.map(({ rows }) => [rows, [] as number[]]))]))
  const take = async (who: Contestant, rows: number, seconds: number) => {
    const { stored, rate } = await who.store(rows, seconds)
    await settle(who.address, stored)
    return rate
  }
  for (const { rows } of shapes) {
    for (const who of [ours, oursEmbedded]) await take(who, rows, effort.warmSeconds)
    // A contestant that is ten times slower needs longer for enough samples.
    await take(peer, rows, effort.warmSeconds * 3)
  }
  for (let round = 0; round < effort.rounds; round++)
    for (const { rows } of shapes)
      for (const who of round % 2 === 0 ? all : all.toReversed())
        rates
          .get(who)
          ?.get(rows)
          ?.push(await take(who, rows, effort.seconds))
  return new Map(
    [...rates].map(([who, byRows]) => [
      who,
      new Map([...byRows].map(([rows, values]) => [rows as number, median(values)])),
    ]),
  )
}

export function printPeaks(contest: Contest, peaks: Peaks, { rounds, seconds }: Effort): void {
  const { ours, oursEmbedded, peer, bare, bareEmbedded } = contest
  const peak = (who: Contestant, rows: number) => peaks.get(who)?.get(rows) ?? Number.NaN
  const row = (name: string, cell: (shape: (typeof shapes)[number]) => string) =>
    console.log(`              ${name.padEnd(32)}${shapes.map((shape) => cell(shape).padStart(24)).join('')}`)
  const rates = (database: string, who: Contestant) =>
    row(`${database} ${who.name}`, ({ rows }) => whole(peak(who, rows)))
  const ratio = (one: Contestant, other: Contestant, rows: number) => peak(one, rows) / peak(other, rows)

  console.log(
    `events        rows stored per second over ${connections} connections, every commit flushed; ` +
      `medians of ${rounds} rounds of ${seconds} s`,
  )
  row('', ({ words }) => words)
  for (const who of [ours, peer, bare]) rates('PostgreSQL 15', who)
  for (const who of [oursEmbedded, bareEmbedded]) rates('embedded', who)
  row('Backline to @supabase/lite', ({ rows, goal }) => {
    const times = ratio(ours, peer, rows)
    return `${times.toFixed(2)} (goal ${goal}) ${verdict(times >= goal)}`
  })
  row('Backline to bare, PostgreSQL 15', ({ rows, bareGoal }) => {
    const part = ratio(ours, bare, rows)
    return `${part.toFixed(2)} (goal ${bareGoal}) ${verdict(part >= bareGoal)}`
  })
  row('µs of a core a row, Node + PG 15', ({ rows }) => {
    const { server, database } = ours.work(rows)
    return `${server.toFixed(1)} + ${database.toFixed(1)}`
  })
  row('Backline to bare, embedded', ({ rows }) => ratio(oursEmbedded, bareEmbedded, rows).toFixed(2))
}
