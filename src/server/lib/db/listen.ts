import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clientOf, type Way } from './database-url.ts'
import { translated } from './errors.ts'
import type { Pool } from './pool.ts'
import type { Database, Listener, Listening } from './types.ts'

/** A connection can break without a sign, so it is checked this often, and has this long to answer. */
const askMilliseconds = 15_000
const answerMilliseconds = 10_000
/** The first pause before connecting again; each failure doubles it, up to the longest. */
const firstPause = 100
const longestPause = 5000

/**
 * Adds listening to a pool. A notification reaches the session that ran LISTEN, so each listener has a connection of
 * its own. A pooler in transaction mode loses it: DATABASE_URL must lead past such a one.
 */
export function withListening(
  pool: Pool,
  config: Way,
  log: (message: string) => void,
): Omit<Database, 'cursor'> {
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
  readonly #log: (message: string) => void
  readonly #end = new AbortController()
  #client: pg.Client | undefined

  constructor(config: Way, channel: string, listener: Listener, log: (message: string) => void) {
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
    this.#log(`no longer hearing '${this.#channel}', connecting again`)
    for (let pause = firstPause; !this.#end.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      try {
        await sleep(pause, undefined, { ref: false, signal: this.#end.signal })
        await this.open()
        break
      } catch {
        // A failed attempt is repeated, unless listening has been closed.
      }
    }
    if (this.#end.signal.aborted) return
    this.#log(`hearing '${this.#channel}' again`)
    // Called last, because a listener that reads the missed rows must not miss further notifications.
    this.#notify((listener) => listener.onGap())
  }

  /** A listener that fails must not take the connection with it, let alone the process. */
  #notify(say: (listener: Listener) => void): void {
    try {
      say(this.#listener)
    } catch (error) {
      this.#log(`whoever hears '${this.#channel}' failed: ${(error as Error).message}`)
    }
  }
}

/** Closes the socket without waiting for a server that may be gone. */
function cut(client: pg.Client): void {
  client.connection.stream.destroy()
}
