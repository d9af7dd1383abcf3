import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import { readSalt } from './queries.ts'

const dayMilliseconds = 86_400_000

/** The salt of the current day, the same for every server on one database, and deleted when the day is over. */
export class DailySalt {
  readonly #database: Database
  readonly #clock: Clock
  /** When it began, in milliseconds since 1970. */
  #day = Number.NaN
  #key: Promise<KeyObject> | null = null

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Reads the database once a day, however many requests need the salt, and again after a failure. */
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

/** Days are UTC. */
export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
