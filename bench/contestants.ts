import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ForeignServer } from '../tools/testing/postgres-fifteen.ts'
import { RunningServer } from '../tools/testing/run-server.ts'
import { ask, assertFlushed, embeddedAddress, startFlushedFifteen } from './databases.ts'
import { pour } from './load.ts'
import { type Peer, startPeer } from './peer.ts'
import { eventInserts, pgbench } from './pgbench.ts'
import { makePlainTables } from './plain-tables.ts'
import { processorSeconds } from './processor-time.ts'
import { median } from './statistics.ts'

export const key = 'sb_publishable_backline'

/** A program that stores rows in a database of its own. */
export interface Contestant {
  name: string
  /** A connection to its database, as superuser. */
  address: string
  /** Its address; pgbench has none. */
  url?: string
  store: (rows: number, seconds: number) => Promise<{ stored: number; rate: number }>
}

/** Our server, with its rate limits out of the way. */
export function startServer(env: Record<string, string>, main?: string): RunningServer {
  const server = new RunningServer(
    { RATE_LIMIT: 'off', NODE_ENV: 'production', PUBLISHABLE_KEY: key, ...env },
    main,
  )
  // Stops the server when this program is interrupted: `stop` sends its signal before its first await, so it works in
  // an exit handler.
  process.once('exit', () => void server.stop())
  return server
}

/** CPU microseconds for each row, of the server and of PostgreSQL. */
interface Work {
  server: number
  database: number
}

export interface Contest {
  ours: Contestant & { url: string; work: (rows: number) => Work }
  oursEmbedded: Contestant & { url: string }
  /** On tables of its own, without our schema. */
  peer: Contestant & { url: string }
  bare: Contestant
  bareEmbedded: Contestant
  stop: () => Promise<void>
}

/** All contestants, started and idle: our server on both databases, the peer and pgbench. */
export async function openContest(folder: string): Promise<Contest> {
  const fifteen = startFlushedFifteen(folder)
  const peerAddress = fifteen.address.replace(/[^/]*$/, 'peer')
  const dataDir = join(folder, 'embedded')
  await mkdir(dataDir)
  // A server needs a data folder for its key even on a database that somebody else runs.
  const own = { DATA_DIR: join(folder, 'own') }
  const servers = [startServer({ ...fifteen.settings, ...own }), startServer({ DATA_DIR: dataDir })] as const
  let peer: Peer | undefined
  async function stop() {
    await Promise.all([...servers.map((server) => server.stop()), peer?.stop()])
    fifteen.stop()
  }
  try {
    await ask(fifteen.address, 'create database peer')
    await makePlainTables(peerAddress)
    for (const server of servers) await server.start()
    peer = await startPeer(peerAddress, key)
    const embedded = embeddedAddress(dataDir)
    for (const address of [fifteen.address, embedded]) await assertFlushed(address)
    return {
      ours: withWork(overHttp('Backline', servers[0].url, fifteen.address), servers[0], fifteen),
      oursEmbedded: overHttp('Backline', servers[1].url, embedded),
      peer: overHttp('@supabase/lite', peer.url, peerAddress),
      bare: bare(fifteen.address, folder),
      bareEmbedded: bare(embedded, folder),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function overHttp(name: string, url: string, address: string) {
  return {
    name,
    url,
    address,
    async store(rows: number, seconds: number) {
      const { stored, seconds: taken } = await pour({ url, key, rows, seconds })
      return { stored, rate: stored / taken }
    },
  }
}

/** Also records the CPU time, because the server, PostgreSQL and the load generator share the cores. */
function withWork<One extends Contestant>(who: One, server: RunningServer, { home }: ForeignServer) {
  const postmaster = Number.parseInt(readFileSync(join(home, 'data/postmaster.pid'), 'utf8'), 10)
  const noted = new Map<number, Work[]>()
  const spent = () => ({
    server: processorSeconds(server.pid ?? 0),
    database: processorSeconds(postmaster),
  })
  return {
    ...who,
    async store(rows: number, seconds: number) {
      const before = spent()
      const done = await who.store(rows, seconds)
      const after = spent()
      const each = (part: keyof Work) => ((after[part] - before[part]) * 1e6) / done.stored
      noted.set(rows, [...(noted.get(rows) ?? []), { server: each('server'), database: each('database') }])
      return done
    },
    work(rows: number): Work {
      const all = noted.get(rows) ?? []
      return {
        server: median(all.map(({ server }) => server)),
        database: median(all.map(({ database }) => database)),
      }
    },
  }
}

function bare(address: string, folder: string): Contestant {
  return {
    name: 'bare pgbench',
    address,
    store: (rows, seconds) => pgbench(address, eventInserts(rows), seconds, folder),
  }
}
