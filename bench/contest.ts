import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openTeamMailbox, settle } from './ledger.ts'
import { connections, type LoadPlan, pour } from './load.ts'
import { makePlainTables } from './plain-tables.ts'
import { eventRows } from './rows.ts'
import { ask, assertFlushed, key, send, withFifteen, withServer } from './servers.ts'
import { median, say, sayOf, spread, verdict, whole } from './statistics.ts'

/** A program that stores rows in a database of its own. */
export interface Contestant {
  name: string
  url: string
  /** A connection to its database, as superuser. */
  address: string
}

export interface Contest {
  ours: Contestant
  /** On plain tables, without our schema. */
  peer: Contestant
}

/** What is sent in one request, and our goal as a multiple of the peer's rate. */
export interface Shape {
  words: string
  table: LoadPlan['table']
  rows: number
  goal: number
}

/** The contestants, started and idle, both on the same PostgreSQL 15. */
export async function withContest(folder: string, work: (contest: Contest) => Promise<void>): Promise<void> {
  await withFifteen(folder, [], async ({ address, settings }) => {
    await assertFlushed(address)
    const peerAddress = address.replace(/[^/]*$/, 'peer')
    await ask(address, 'create database peer')
    // A server needs a data folder for its key even on a database that somebody else runs.
    await withServer({ ...settings, DATA_DIR: join(folder, 'own') }, async ({ url }) => {
      await openTeamMailbox(address)
      await makePlainTables(address, peerAddress)
      const peer = await startPeer(peerAddress)
      try {
        await work({
          ours: { name: 'Backline', url, address },
          peer: { name: '@supabase/lite', url: peer.url, address: peerAddress },
        })
      } finally {
        await peer.stop()
      }
    })
  })
}

/** @supabase/lite with its data API alone, as a process of its own. */
async function startPeer(address: string) {
  const program = fileURLToPath(new URL('peer-server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, address, key], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  let url = ''
  // It reports the tables that it finds before it prints its address.
  for await (const line of createInterface(child.stdout)) {
    url = line
    if (line.startsWith('http://')) break
  }
  // Its first request grants the roles' rights; two of them in parallel would conflict.
  const status = await send(`${url}/rest/v1/user_interactions`, eventRows(1, 0))
  if (status !== 201) throw new Error(`@supabase/lite answered its first request ${status}`)
  await ask(address, 'truncate public.user_interactions')
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  return { url, stop }
}

/** Rows a second of both in turns, there and back, and the ratio. Returns our rate. */
export async function compareRates(
  { ours, peer }: Contest,
  { words, table, rows, goal }: Shape,
  isBrief: boolean,
): Promise<number> {
  const [rounds, seconds] = isBrief ? [1, 1] : [3, 3]
  const seen = new Map([ours, peer].map((who) => [who, { rates: [100 * rows], latencies: [] as number[] }]))
  const take = async (who: Contestant) => {
    const notes = seen.get(who) ?? { rates: [], latencies: [] }
    const amount = Math.ceil(((notes.rates.at(-1) ?? 0) / rows) * seconds)
    const poured = await pour({ url: who.url, table, rows, amount: Math.max(amount, connections) })
    await settle(who.address, table, poured.stored, who === ours)
    notes.rates.push(poured.stored / poured.seconds)
    notes.latencies.push(...poured.latencies)
  }
  // Two rounds compile the code, and tell how many requests fill the seconds of a round.
  for (const who of [ours, ours, peer, peer]) await take(who)
  for (const notes of seen.values()) Object.assign(notes, { rates: notes.rates.slice(-1), latencies: [] })
  for (let round = 0; round < rounds; round++)
    for (const who of round % 2 === 0 ? [ours, peer] : [peer, ours]) await take(who)
  say(
    `${words}: rows a second over ${connections} connections, PostgreSQL 15, every commit flushed; ` +
      `medians of ${rounds} rounds of ${seconds} s`,
    table === 'user_interactions' ? 'events' : 'bookings',
  )
  const [own = 0, others = 0] = [...seen].map(([{ name }, { rates, latencies }]) => {
    const rate = median(rates.slice(1))
    sayOf(name, `${whole(rate).padStart(8)}  ${spread(latencies)}`)
    return rate
  })
  sayOf('ratio', `${(own / others).toFixed(2).padStart(8)}  (goal ${goal}) ${verdict(own / others >= goal)}`)
  return own
}
