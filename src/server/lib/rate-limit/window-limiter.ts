import { LRUCache } from 'lru-cache'
import { RateLimiterRes } from 'rate-limiter-flexible'
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js'
import type { Clock } from '#server/lib/clock.ts'
import type { Count, Sharing } from './sharing.ts'
import type { Limit } from './types.ts'

/** Keys that one limit remembers; the one unseen for longest makes room. All limits together stay below 100 MB. */
const mostKeys = 10_000

/** A key whose share of the points is smaller is not worth telling other processes about. */
const worthTelling = 0.1

interface Spent {
  points: number
  /** Milliseconds until the window ends. */
  left: number
}

/**
 * One limit, counted in windows that begin at the same moment for every key and in every process: so that counts can
 * be added up between processes, and a whole window can be forgotten at once. The store that the library brings keeps
 * a timer for every key, and no bound.
 */
export class WindowLimiter extends RateLimiterStoreAbstract<Spent> {
  readonly #name: string
  readonly #length: number
  readonly #clock: Clock
  readonly #sharing: Sharing | null
  #counts = emptyCounts()
  #until = 0

  constructor(name: string, limit: Limit, clock: Clock, sharing: Sharing | null) {
    super({ keyPrefix: '', points: limit.points, duration: limit.seconds })
    this.#name = name
    this.#length = limit.seconds * 1000
    this.#clock = clock
    this.#sharing = sharing
  }

  /** How long to wait, in milliseconds; 0 where the points were there to take. */
  async take(key: string, points: number): Promise<number> {
    try {
      await this.consume(key, points)
      return 0
    } catch (spent) {
      if (spent instanceof RateLimiterRes) return spent.msBeforeNext
      throw spent
    }
  }

  /** Forgets a window that is over. */
  sweep(): void {
    const now = this.#clock()
    if (now < this.#until) return
    this.#until = (Math.floor(now / this.#length) + 1) * this.#length
    if (this.#counts.size > 0) this.#counts = emptyCounts()
  }

  protected override async _upsert(key: string, points: number): Promise<Spent> {
    this.sweep()
    let count = this.#counts.get(key)
    if (!count) {
      count = { own: 0, hash: null }
      this.#counts.set(key, count)
    }
    count.own += points
    const others = this.#sharing?.others(count, this.#name, key, this.#until) ?? 0
    if (count.own >= this.points * worthTelling) this.#sharing?.tell(count, this.#name, key, this.#until)
    return this.#spent(count.own + others)
  }

  protected override async _get(key: string): Promise<Spent | null> {
    this.sweep()
    const count = this.#counts.get(key)
    return count ? this.#spent(count.own) : null
  }

  protected override async _delete(key: string): Promise<boolean> {
    return this.#counts.delete(key)
  }

  protected override _getRateLimiterRes(_key: string, points: number, spent: Spent): RateLimiterRes {
    return new RateLimiterRes(
      Math.max(0, this.points - spent.points),
      spent.left,
      spent.points,
      spent.points === points,
    )
  }

  #spent(points: number): Spent {
    return { points, left: Math.max(1, this.#until - this.#clock()) }
  }
}

const emptyCounts = () => new LRUCache<string, Count>({ max: mostKeys })
