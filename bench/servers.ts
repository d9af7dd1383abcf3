import { readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { socketAddress, startFifteen, type TestPostgres } from '../tools/testing/postgres-server.ts'
import { RunningServer } from '../tools/testing/run-server.ts'

export const key = 'sb_publishable_visitors'

/** Linux's id for an in-memory file system, where flushing has no effect. */
const tmpfs = 0x01021994

/** Starts our built server without rate limits and calls `work`. */
export async function withServer<Result>(
  env: Record<string, string>,
  work: (server: RunningServer) => Promise<Result>,
): Promise<Result> {
  const settings = { NODE_ENV: 'production', PUBLISHABLE_KEY: key, ...env }
  const server = new RunningServer(settings)
  // `stop` sends the signal before the first await, so an exit handler can call it.
  process.once('exit', () => void server.stop())
  try {
    await server.start()
    return await work(server)
  } finally {
    await server.stop()
  }
}

/**
 * Starts the oldest supported PostgreSQL and calls `work`. PostgreSQL flushes every commit to disk, as it does by
 * default, unless `settings` overrides this.
 */
export async function withFifteen(
  folder: string,
  settings: string[],
  work: (fifteen: TestPostgres) => Promise<void>,
): Promise<void> {
  const fifteen = startFifteen(folder, settings)
  try {
    await work(fifteen)
  } finally {
    fifteen.stop()
  }
}

/** Returns the address of the server's embedded PostgreSQL. A file in the data folder names the socket. */
export function embeddedAddress(dataDir: string): string {
  const note = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  return socketAddress(note.split('\n')[4] ?? '')
}

/** Runs one statement as superuser on a new connection. */
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

/** Returns the first column of the only row as a number. */
export async function count(address: string, sql: string, values?: unknown[]): Promise<number> {
  const [row = {}] = await ask<Record<string, unknown>>(address, sql, values)
  return Number(Object.values(row)[0])
}

/** Throws unless every role commits synchronously, so that acknowledged rows are on disk. */
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
    throw new Error(`${server.folder} is in memory, where nothing is flushed. Set TMPDIR to a folder on a disk.`)
}

/** Sends one request, as JSON if it has a body. Reads the complete response and returns the status. */
export async function send(url: string, body?: object, headers: Record<string, string> = {}): Promise<number> {
  const init = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(url, {
    ...init,
    headers: { apikey: key, ...(body && { 'content-type': 'application/json' }), ...headers },
    signal: AbortSignal.timeout(20_000),
  })
  await answer.arrayBuffer()
  return answer.status
}
