import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/lib/clock.ts'
import type { Limit } from './types.ts'

/** Keys that one limit remembers; the one unseen for longest is dropped. All limits together stay below 100 MB. */
const mostKeys = 8_000

const emptyCounts = () => new LRUCache<string, number>({ max: mostKeys })

/** Windows begin at the same moment for every key, so that an ended one is dropped as a whole: decision 6. */
export class WindowLimiter {
  readonly #points: number
  readonly #length: number
  readonly #clock: Clock
  #counts = emptyCounts()
  #until = 0

  constructor(limit: Limit, clock: Clock) {
    this.#points = limit.points
    this.#length = limit.seconds * 1000
    this.#clock = clock
  }

  /**
   * Takes points of a key. Returns the milliseconds to wait; 0 where there were enough points. Missing points count as
   * well, so a client that goes on is refused until the window ends.
   */
  take(key: string, points: number): number {
    this.sweep()
    const count = (this.#counts.get(key) ?? 0) + points
    this.#counts.set(key, count)
    return count > this.#points ? Math.max(1, this.#until - this.#clock()) : 0
  }

  sweep(): void {
    const now = this.#clock()
    if (now < this.#until) return
    this.#until = (Math.floor(now / this.#length) + 1) * this.#length
    if (this.#counts.size > 0) this.#counts = emptyCounts()
  }
}
