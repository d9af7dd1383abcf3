/**
 * The library says that a store of one's own extends this class, and exports it from this file alone; its types name
 * it elsewhere and leave out what a store has to bring.
 * @see https://github.com/animir/node-rate-limiter-flexible#contribution
 */
declare module 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js' {
  import type { RateLimiterRes } from 'rate-limiter-flexible'

  interface Options {
    keyPrefix: string
    points: number
    /** Seconds. */
    duration: number
  }

  export default abstract class RateLimiterStoreAbstract<Stored> {
    constructor(options: Options)
    readonly points: number
    /** Rejects with a `RateLimiterRes` when the points are spent. */
    consume(key: string, points?: number): Promise<RateLimiterRes>
    protected abstract _upsert(key: string, points: number): Promise<Stored>
    protected abstract _get(key: string): Promise<Stored | null>
    protected abstract _delete(key: string): Promise<boolean>
    protected abstract _getRateLimiterRes(key: string, points: number, stored: Stored): RateLimiterRes
  }
}
