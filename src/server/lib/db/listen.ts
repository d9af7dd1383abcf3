import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clientOf, type Way } from './database-url.ts'
import { translated } from './errors.ts'
import type { Pool } from './pool.ts'
import type { Database, DatabaseLog, Listener, Listening } from './types.ts'

/** A connection can break silently, so it is checked at this interval and must respond within this time. */
const askMilliseconds = 15_000
const answerMilliseconds = 10_000
/** The first pause before reconnecting; each failure doubles it, up to the longest. */
const firstPause = 100
const longestPause = 5000

/**
 * Adds listening to a pool. A notification reaches the session that ran LISTEN, so each listener has its own
 * connection. A pooler in transaction mode loses it: DATABASE_URL must bypass such a pooler.
 */
export function withListening(pool: Pool, config: Way, log: DatabaseLog): Omit<Database, 'cursor'> {
  const open = new Set<OwnConnection>()
  return {
    ...pool,
    async listen(channel, listener) {
      const connection = new OwnConnection(config, channel, listener, log)
      await connection.open().catch((error: unknown) => Promise.reject(translated(error)))
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

class OwnConnection implements Listening {
  readonly #config: Way
  readonly #channel: string
  readonly #listener: Listener
  readonly #log: DatabaseLog
  readonly #end = new AbortController()
  #client: pg.Client | undefined

  constructor(config: Way, channel: string, listener: Listener, log: DatabaseLog) {
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
    const client = clientOf(this.#config)
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
        // Retried, unless listening was closed.
      }
    }
    if (this.#end.signal.aborted) return
    this.#log('listener reconnected', { channel: this.#channel })
    // Called last, because a listener that reads the missed rows must not miss further notifications.
    this.#notify((listener) => listener.onGap())
  }

  /** A failing listener must not break the connection, let alone end the process. */
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
