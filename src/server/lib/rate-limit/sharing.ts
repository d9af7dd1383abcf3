import { createHmac, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/lib/clock.ts'
import type { Database, Transaction } from '#server/lib/db/database.ts'
import { dayOf } from './daily-salt.ts'
import { exchange, readSalt } from './queries.ts'

/** What this process has counted for one key in the running window. */
export interface Count {
  own: number
  /** The key's name in the database, once it was needed. */
  hash: string | null
}

/** Keys told in one exchange; the rest waits for the next one. */
const mostTold = 2000
/** Keys that wait to be told. */
const mostWaiting = 5000
/** Keys of others that are remembered. */
const mostHeard = 10_000
/** An exchange that began earlier may have been committed later: each looks so far back. */
const overlap = 2000

interface Waiting {
  limit: string
  key: string
  until: number
}

/**
 * Lets the processes on one database count together, without asking the database while a request waits: each tells
 * once in a while what it counted and hears what the others did. Keys leave the process only as an HMAC under a salt
 * that is made anew each day and thrown away after it.
 */
export class Sharing {
  readonly #database: Database
  readonly #clock: Clock
  readonly #log: (message: string) => void
  readonly #process = randomUUID()
  readonly #waiting = new Map<Count, Waiting>()
  readonly #heard = new LRUCache<string, number>({ max: mostHeard })
  #salt: { day: string; value: string } | null = null
  #since = new Date(0)
  #reachable = true

  constructor(database: Database, clock: Clock, log: (message: string) => void) {
    this.#database = database
    this.#clock = clock
    this.#log = log
  }

  /** What other processes have counted for this key. */
  others(count: Count, limit: string, key: string, until: number): number {
    if (this.#heard.size === 0) return 0
    const hash = this.#hash(count, limit, key, until)
    return hash === null ? 0 : (this.#heard.get(hash) ?? 0)
  }

  /** Notes a count for the next exchange. */
  tell(count: Count, limit: string, key: string, until: number): void {
    if (this.#waiting.size < mostWaiting) this.#waiting.set(count, { limit, key, until })
  }

  /** Tells and hears. When the database does not answer, this process goes on by itself. */
  async exchange(): Promise<void> {
    const now = this.#clock()
    for (const [count, { until }] of this.#waiting) if (until <= now) this.#waiting.delete(count)
    const told = [...this.#waiting].slice(0, mostTold)
    for (const [count] of told) this.#waiting.delete(count)
    try {
      await this.#database.transaction('backline_counters', {}, (tx) => this.#exchange(tx, dayOf(now), told))
      this.#say(true)
    } catch {
      // A database that crashed has forgotten the salt too.
      this.#salt = null
      for (const [count, waiting] of told) this.#waiting.set(count, waiting)
      this.#say(false)
    }
  }

  async #exchange(tx: Transaction, day: string, told: readonly [Count, Waiting][]): Promise<void> {
    if (this.#salt?.day !== day) this.#salt = { day, value: await readSalt(tx, day) }
    const counts = told.flatMap(([count, { limit, key, until }]) => {
      const hash = this.#hash(count, limit, key, until)
      return hash === null ? [] : [{ hash, own: count.own, until: new Date(until) }]
    })
    const { heard, at } = await exchange(tx, this.#process, counts, this.#since)
    this.#since = new Date(at.getTime() - overlap)
    for (const { key, hits } of heard) this.#heard.set(key, hits)
  }

  /** Windows end with the day at the latest, so each lies in one day and is hashed with that day's salt. */
  #hash(count: Count, limit: string, key: string, until: number): string | null {
    if (count.hash !== null) return count.hash
    if (this.#salt?.day !== dayOf(until - 1)) return null
    const digest = createHmac('sha256', this.#salt.value)
      .update(`${limit}\n${until}\n${key}`)
      .digest('base64url')
    count.hash = digest.slice(0, 22)
    return count.hash
  }

  #say(reachable: boolean): void {
    if (reachable === this.#reachable) return
    this.#reachable = reachable
    this.#log(
      reachable ? 'request limits are shared again' : 'request limits are counted by this process alone',
    )
  }
}
