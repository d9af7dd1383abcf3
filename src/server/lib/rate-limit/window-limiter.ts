import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/lib/clock.ts'
import type { Count, Sharing } from './sharing.ts'
import type { Limit } from './types.ts'

/** Keys that one limit remembers; the one unseen for longest makes room. All limits together stay below 100 MB. */
const mostKeys = 8_000

/** A key whose share of the points is smaller is not worth telling other processes about. */
const worthTelling = 0.1

const emptyCounts = () => new LRUCache<string, Count>({ max: mostKeys })

/**
 * One limit, counted in windows that begin at the same moment for every key and in every process. That way counts of
 * several processes can be added up, and a window that is over is forgotten at once: decision 77.
 */
export class WindowLimiter {
  readonly #name: string
  readonly #points: number
  readonly #length: number
  readonly #clock: Clock
  readonly #sharing: Sharing | null
  #counts = emptyCounts()
  #until = 0

  constructor(name: string, limit: Limit, clock: Clock, sharing: Sharing | null) {
    this.#name = name
    this.#points = limit.points
    this.#length = limit.seconds * 1000
    this.#clock = clock
    this.#sharing = sharing
  }

  /**
   * Takes so many points of a key. Gives how long to wait, in milliseconds; 0 where the points were there to take.
   * Points that were not there count as well, so whoever goes on asking is refused until the window ends.
   */
  take(key: string, points: number): number {
    this.sweep()
    const count = this.#counts.get(key) ?? { own: 0, hash: null }
    if (count.own === 0) this.#counts.set(key, count)
    count.own += points
    const others = this.#sharing?.others(count, this.#name, key, this.#until) ?? 0
    if (count.own >= this.#points * worthTelling) this.#sharing?.tell(count, this.#name, key, this.#until)
    return count.own + others > this.#points ? Math.max(1, this.#until - this.#clock()) : 0
  }

  /** Forgets a window that is over. */
  sweep(): void {
    const now = this.#clock()
    if (now < this.#until) return
    this.#until = (Math.floor(now / this.#length) + 1) * this.#length
    if (this.#counts.size > 0) this.#counts = emptyCounts()
  }
}
