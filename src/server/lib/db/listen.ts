import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type ConnectionConfig, newDatabaseClient } from './database-url.ts'
import { translateError } from './errors.ts'
import type { Pool } from './pool.ts'
import type { Database, DatabaseLog, Listener, ListenSubscription } from './types.ts'

/**
 * Milliseconds between two checks for a silently broken connection, and the maximum time for the response to a check.
 */
const askMilliseconds = 15_000
const answerMilliseconds = 10_000
/** The first pause before a reconnection. Each failure doubles the pause, up to the longest pause. */
const firstPause = 100
const longestPause = 5000

/**
 * Adds listeners to a pool. Each listener has its own connection, because notifications reach only the session that ran
 * LISTEN. A pooler in transaction mode does not keep the listening session, so DATABASE_URL must bypass such a pooler.
 */
export function withListening(pool: Pool, config: ConnectionConfig, log: DatabaseLog): Omit<Database, 'cursor'> {
  const open = new Set<ListenerConnection>()
  return {
    ...pool,
    async listen(channel, listener) {
      const connection = new ListenerConnection(config, channel, listener, log)
      await connection.open().catch((error: unknown) => Promise.reject(translateError(error)))
      open.add(connection)
      return {
        async close() {
          open.delete(connection)
          await connection.close()
        },
      }
    },
    async close() {
      await Promise.all([...open].map((connection) => connection.close()))
      await pool.close()
    },
  }
}

class ListenerConnection implements ListenSubscription {
  readonly #config: ConnectionConfig
  readonly #channel: string
  readonly #listener: Listener
  readonly #log: DatabaseLog
  readonly #end = new AbortController()
  #client: pg.Client | undefined

  constructor(config: ConnectionConfig, channel: string, listener: Listener, log: DatabaseLog) {
    this.#config = {
      ...config,
      connectionTimeoutMillis: answerMilliseconds,
      query_timeout: answerMilliseconds,
      keepAlive: true,
    }
    this.#channel = channel
    this.#listener = listener
    this.#log = log
  }

  async open(): Promise<void> {
    const client = newDatabaseClient(this.#config)
    client.on('error', () => {})
    client.on('notification', ({ payload = '' }) => this.#notify((listener) => listener.onMessage(payload)))
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`)
    } catch (error) {
      cut(client)
      throw error
    }
    if (this.#end.signal.aborted) {
      await client.end()
      return
    }
    this.#client = client
    const timer = setInterval(() => {
      client.query('select 1').catch(() => cut(client))
    }, askMilliseconds)
    timer.unref()
    client.once('end', () => {
      clearInterval(timer)
      if (!this.#end.signal.aborted) void this.#reopen()
    })
  }

  async close(): Promise<void> {
    this.#end.abort()
    await this.#client?.end().catch(() => {})
  }

  async #reopen(): Promise<void> {
    this.#log('listener lost its connection, reconnecting', { channel: this.#channel })
    for (let pause = firstPause; !this.#end.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      try {
        await sleep(pause, undefined, { ref: false, signal: this.#end.signal })
        await this.open()
        break
      } catch {
        // The loop retries unless listening was stopped.
      }
    }
    if (this.#end.signal.aborted) return
    this.#log('listener reconnected', { channel: this.#channel })
    // This is called last, because a listener must not miss notifications while it reads the rows that it missed
    // earlier.
    this.#notify((listener) => listener.onGap())
  }

  /** An error in a listener must not break the connection or end the process. */
  #notify(say: (listener: Listener) => void): void {
    try {
      say(this.#listener)
    } catch (error) {
      this.#log('listener failed', { channel: this.#channel, reason: (error as Error).message })
    }
  }
}

/** Closes the socket without waiting for a server that may be gone. */
function cut(client: pg.Client): void {
  client.connection.stream.destroy()
}
