import { readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type ForeignServer, fifteenIsMissing, startFifteen } from '../tools/postgres-fifteen.ts'
import { socketAddress } from '../tools/postgres-server.ts'

/** What the kernel calls a file system in memory, where a flush is none. */
const tmpfs = 0x01021994

/** The oldest PostgreSQL we support, with every setting that decides about flushing as it comes. */
export const startFlushedFifteen = (folder: string) => startStoppedFifteen(folder, [])

/** The same for much that is made and then only read: nothing is flushed, and checkpoints are rare. */
export const startReadingFifteen = (folder: string) =>
  startStoppedFifteen(folder, ['fsync=off', 'max_wal_size=8GB'])

/** Stops at the latest when this program does. */
function startStoppedFifteen(folder: string, settings: string[]): ForeignServer {
  const missing = fifteenIsMissing()
  if (missing) throw new Error(missing)
  const server = startFifteen(folder, settings)
  const stop = once(server.stop)
  process.once('exit', stop)
  return { ...server, stop }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

/** The server's own PostgreSQL, by the socket that it notes in its data folder. */
export function embeddedAddress(dataDir: string): string {
  const note = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  return socketAddress(note.split('\n')[4] ?? '')
}

/** One statement on a connection of its own, as the superuser. */
export async function ask<Row extends pg.QueryResultRow>(
  address: string,
  sql: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** Throws unless a commit that is acknowledged there is on the disk, for whoever signs in. */
export async function assertFlushed(address: string): Promise<void> {
  const [server] = await ask<{ settings: string; folder: string; others: string | null }>(
    address,
    `select concat_ws(' ', current_setting('fsync'), current_setting('synchronous_commit'),
       current_setting('full_page_writes')) as settings,
       current_setting('data_directory') as folder,
       (select string_agg(setconfig::text, ' ') from pg_db_role_setting) as others`,
  )
  if (server?.settings !== 'on on on' || server.others?.includes('synchronous_commit'))
    throw new Error(`Commits are not flushed: ${JSON.stringify(server)}`)
  if (statfsSync(server.folder).type === tmpfs)
    throw new Error(`${server.folder} lies in memory, where nothing is flushed: set TMPDIR to a disk`)
}

/** Throws unless exactly the acknowledged rows are there, each once; then clears them away for the next. */
export async function settle(
  address: string,
  stored: number,
  table = 'public.user_interactions',
): Promise<void> {
  const [found] = await ask<{ rows: number; ids: number }>(
    address,
    `select count(*)::int as rows, count(distinct id)::int as ids from ${table}`,
  )
  if (found?.rows !== stored || found.ids !== stored)
    throw new Error(`${stored} rows were acknowledged, but stored were ${JSON.stringify(found)}`)
  await ask(address, `truncate ${table}`)
  // So that each measurement starts with nothing left to write.
  await ask(address, 'checkpoint')
}
