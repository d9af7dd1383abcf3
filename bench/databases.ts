import { readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type ForeignServer, fifteenIsMissing, startFifteen } from '../tools/testing/postgres-fifteen.ts'
import { socketAddress } from '../tools/testing/postgres-server.ts'

/** The kernel's name of a file system in memory, on which a flush does nothing. */
const tmpfs = 0x01021994

/** The oldest PostgreSQL we support, with the default of every setting that concerns flushing. */
export const startFlushedFifteen = (folder: string) => startStoppedFifteen(folder, [])

/** For large read-only data: nothing is flushed, and checkpoints are rare. */
export const startReadingFifteen = (folder: string) =>
  startStoppedFifteen(folder, ['fsync=off', 'max_wal_size=8GB'])

/** Stops with this program at the latest. */
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

/** Connects to the server's embedded PostgreSQL, through the socket named in its data folder. */
export function embeddedAddress(dataDir: string): string {
  const note = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  return socketAddress(note.split('\n')[4] ?? '')
}

/** Runs one statement on a new connection, as superuser. */
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

/** Throws unless commits of every role are synchronous, so that what is acknowledged is on the disk. */
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

/**
 * Throws unless exactly the acknowledged rows are stored, each once; then deletes them before the next measurement.
 */
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
  // Forces a checkpoint, so that each measurement starts with nothing left to write.
  await ask(address, 'checkpoint')
}
