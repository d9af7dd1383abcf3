import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseSetupError, DataFolderInUse, translateError } from '#server/lib/db/errors.ts'
import { connectOnce, embeddedLogin } from '#server/lib/db/login.ts'
import { checkFolder, readSchema, schemaMark } from '#server/lib/db/setup/schema.ts'
import type { DatabaseLog } from '#server/lib/db/types.ts'
import { type EmbeddedPaths, findEmbeddedPaths } from './embedded-paths.ts'
import {
  createCluster,
  isChildOf,
  killGroup,
  lastLogLines,
  runningPostgres,
  startPostgres,
  stopPostgres,
  stopPostgresNow,
} from './embedded-process.ts'

/** An arbitrary constant. The session that holds this lock owns the data folder. */
const lockKey = 7_206_341_002
/** The longest wait at startup, for crash recovery or for a previous process that is still stopping. */
const startSeconds = 60
/** PostgreSQL's error code for an unknown role. */
const noSuchRole = '28000'
/**
 * The number of consecutive failed starts before we give up. The processes of a killed server take a moment to exit.
 */
const startAttempts = 8

export interface Embedded {
  /** The connection settings for the database `postgres`. The caller chooses the role that signs in. */
  connection: { host: string; port: number; database: string }
  /** False while PostgreSQL is down, or while another server owns the folder. */
  isOurs(): boolean
  close(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  owner: string
  log: DatabaseLog
}

/**
 * Runs PostgreSQL in the data folder, or adopts a PostgreSQL process that a killed server left running there. If
 * PostgreSQL dies, restarts it. One session holds a lock for as long as this process lives. The lock keeps other
 * servers out until this process ends; a lost lock means that PostgreSQL has died. PostgreSQL is stopped before this
 * process ends, at the latest in the process's `exit` handler. If this process is killed, the next start adopts
 * PostgreSQL.
 */
export async function openEmbedded({ dataDir, owner, log }: EmbeddedOptions): Promise<Embedded> {
  const schema = readSchema()
  checkFolder(dataDir, schema)
  const place = findEmbeddedPaths(dataDir, log)
  await createCluster(place, schemaMark(schema))
  const connection = { host: place.socketFolder, port: 5432, database: 'postgres' }
  const server = new EmbeddedServer(place, { ...connection, user: embeddedLogin, application_name: owner }, log)
  try {
    await server.open()
  } catch (error) {
    await server.close()
    throw translateError(error)
  }
  return { connection, isOurs: () => server.ours, close: () => server.close() }
}

/** Returns the settings for connections to the database of the server that uses this folder. */
export function embeddedConnection(dataDir: string, log: EmbeddedOptions['log']): Embedded['connection'] {
  return { host: findEmbeddedPaths(dataDir, log).socketFolder, port: 5432, database: 'postgres' }
}

class EmbeddedServer {
  ours = false
  #closing = false
  #child: ChildProcess | undefined
  /** The process id of the PostgreSQL server that we are stopping. */
  #stopping: number | undefined
  #recovery: Promise<void> | undefined
  readonly #place: EmbeddedPaths
  readonly #config: pg.ClientConfig
  readonly #log: EmbeddedOptions['log']

  constructor(place: EmbeddedPaths, config: pg.ClientConfig, log: EmbeddedOptions['log']) {
    this.#place = place
    this.#config = config
    this.#log = log
    // This listener is called before all others, because any of the others may throw.
    process.prependListener('exit', this.#closeNow)
  }

  async open(): Promise<void> {
    const holder = await this.#connect()
    const refusal = await this.#lock(holder)
    if (refusal) {
      await holder.end()
      // Even if we started PostgreSQL, it belongs to the server that has the lock.
      this.#child = undefined
      throw refusal
    }
    this.ours = true
    holder.once('end', () => {
      this.ours = false
      if (!this.#closing) this.#recovery ??= this.#recover()
    })
  }

  async close(): Promise<void> {
    this.#closing = true
    await this.#recovery
    this.#stopping = this.#running()
    if (this.#stopping !== undefined) await stopPostgres(this.#stopping)
    if (this.#child && this.#childLives()) {
      if (this.#stopping === undefined) killGroup(this.#child)
      // Without this reference, a process that has no other work would end here, before all its output is written.
      this.#child.ref()
      await once(this.#child, 'exit')
    }
    process.off('exit', this.#closeNow)
  }

  readonly #closeNow = () => {
    const pid = this.#stopping ?? this.#running()
    if (pid !== undefined) stopPostgresNow(pid)
    else if (this.#child && this.#childLives()) killGroup(this.#child)
  }

  /**
   * Returns PostgreSQL's process if we may end it. We may end the process if we started it or locked the folder.
   */
  #running(): number | undefined {
    const pid = runningPostgres(this.#place.data)
    if (pid === undefined || this.ours) return pid
    return this.#childLives() && isChildOf(pid, this.#child?.pid) ? pid : undefined
  }

  async #recover(): Promise<void> {
    const since = Date.now()
    this.#log('postgres exited, restarting')
    for (let attempt = 0; !this.#closing; attempt++) {
      try {
        await this.open()
        this.#log('postgres restarted', { milliseconds: Date.now() - since })
        break
      } catch (error) {
        if (attempt % 60 === 0) this.#log('postgres still down', { reason: (error as Error).message })
        await sleep(1000, undefined, { ref: false })
      }
    }
    this.#recovery = undefined
  }

  /** Connects as the login role. If no PostgreSQL responds, starts it. */
  async #connect(): Promise<pg.Client> {
    const deadline = Date.now() + startSeconds * 1000
    let failures = 0
    for (let pause = 10; ; ) {
      const client = new pg.Client(this.#config)
      client.on('error', () => {})
      try {
        await client.connect()
        return client
      } catch (error) {
        const { code } = error as { code?: string }
        if (code === noSuchRole) await createLogin(this.#config)
        const absent = code === 'ENOENT' || code === 'ECONNREFUSED'
        if (absent && !this.#childLives()) {
          if (this.#child && runningPostgres(this.#place.data) === undefined) failures += 1
          if (this.#child) pause = Math.min(pause * 2, 400)
          this.#child = startPostgres(this.#place)
        }
        if (failures >= startAttempts || Date.now() > deadline || this.#closing) {
          throw new DatabaseSetupError(`PostgreSQL failed to start: ${lastLogLines(this.#place)}`, {
            cause: error,
          })
        }
        await sleep(pause)
      }
    }
  }

  /** Returns undefined if we got the lock; otherwise, returns an error that names the server that has the lock. */
  async #lock(holder: pg.Client): Promise<DataFolderInUse | undefined> {
    // A killed server keeps its lock until PostgreSQL notices, a few milliseconds later, that the server has ended.
    for (let attempt = 0; ; attempt++) {
      const { rows } = await holder.query('select pg_try_advisory_lock($1) as locked', [lockKey])
      if (rows[0].locked) return undefined
      const {
        rows: [first],
      } = await holder.query<{ owner: string }>(
        `select application_name as owner from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = $1`,
        [lockKey],
      )
      if (first && attempt >= 10) return new DataFolderInUse(`The data folder is in use by ${first.owner}.`)
      await sleep(30)
    }
  }

  #childLives(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }
}

/** A new database has only the superuser, which is used only to prepare the database. */
async function createLogin(config: pg.ClientConfig): Promise<void> {
  const client = await connectOnce({ ...config, user: 'postgres' })
  try {
    await client.query(
      `do $$ begin create role ${embeddedLogin} login noinherit; exception when duplicate_object then end $$`,
    )
  } finally {
    await client.end()
  }
}
