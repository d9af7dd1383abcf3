import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/lib/db/database.ts'
import { clientAddress } from '#server/lib/rate-limit/limits.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { readSalt } from './queries.ts'
import type { InteractionSender } from './review.ts'

const dayMilliseconds = 86_400_000

/** The current day's salt, which all servers on one database share. The salt is deleted when the day is over. */
class DailySalt {
  readonly #database: Database
  readonly #clock: Clock
  /** The start of the day, in milliseconds since 1970. */
  #day = Number.NaN
  #key: Promise<KeyObject> | null = null

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** All requests on the same day share one query. If the query fails, the next request repeats it. */
  today(): Promise<KeyObject> {
    const now = this.#clock()
    const day = now - (now % dayMilliseconds)
    if (this.#key && day === this.#day) return this.#key
    const key = this.#database
      .transaction('backline_counters', {}, (tx) => readSalt(tx, dayOf(day)))
      .then((salt) => createSecretKey(Buffer.from(salt)))
    key.catch(() => {
      if (this.#key === key) this.#key = null
    })
    this.#day = day
    this.#key = key
    return key
  }
}

/** A day is a UTC day. */
export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

/**
 * A number that distinguishes browsers for one day: 64 bits of a keyed hash of the IP address and user agent. After the
 * day's salt is deleted, nobody can test guesses against the number. Null if there is no salt.
 */
export function openVisitorKeys(
  database: Database,
  clock: Clock,
): (sender: InteractionSender) => Promise<string | null> {
  const salt = new DailySalt(database, clock)
  /** A visitor sends many requests, so the cache keeps the visitor's key until the salt changes. */
  const known = new LRUCache<string, string>({ max: 2000 })
  let knownBy: KeyObject | null = null

  return async ({ address, agent }) => {
    const key = await salt.today().catch(() => null)
    if (!key) return null
    if (key !== knownBy) known.clear()
    knownBy = key
    const sender = `${address}\0${agent}`
    const found = known.get(sender)
    if (found) return found
    const digest = createHmac('sha256', key)
      .update(`${clientAddress(address)}\0${agent}`)
      .digest()
    const made = String(digest.readBigInt64BE())
    known.set(sender, made)
    return made
  }
}
