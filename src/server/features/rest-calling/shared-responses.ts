import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/lib/time/clock.ts'
import type { RpcCall } from './planning.ts'

/**
 * Functions whose result is the same for all anonymous callers, with the seconds for which a result is shared and the
 * arguments on which it depends. The site calls these functions for every visitor.
 */
const sharedCalls: ReadonlyMap<string, { seconds: number; arguments: readonly string[] }> = new Map([
  ['remaining_calls_this_week', { seconds: 60, arguments: [] }],
  ['callers', { seconds: 60, arguments: [] }],
  ['available_times', { seconds: 15, arguments: ['from_day', 'days', 'zone'] }],
])

/**
 * The cache duration in seconds and the key for a response that anonymous callers share; undefined for all other calls
 * and for long keys.
 */
export function sharingOf({ name, body, query, isReading }: RpcCall) {
  const known = sharedCalls.get(name)
  const given = Object.entries({ ...body, ...query })
  if (!known || !given.every(([argument]) => known.arguments.includes(argument))) return undefined
  const key = JSON.stringify([name, isReading, given.toSorted(([one], [other]) => (one < other ? -1 : 1))])
  return key.length > 300 ? undefined : { key, seconds: known.seconds }
}

/**
 * The maximum number of responses to store. Visitors choose the arguments, so there can be any number of different
 * calls.
 */
const most = 200

/** Shares one response with all requests for a while, so that the database is queried only once. */
export class SharedResponses<Answer> {
  readonly #clock: Clock
  readonly #kept = new LRUCache<string, { answer: Promise<Answer>; until: number }>({ max: most })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the response for this key; requests one at most once in this many seconds. Failures are not cached. */
  get(key: string, seconds: number, request: () => Promise<Answer>): Promise<Answer> {
    const now = this.#clock()
    const found = this.#kept.get(key)
    if (found && now < found.until) return found.answer
    const kept = { answer: request(), until: now + seconds * 1000 }
    this.#kept.set(key, kept)
    kept.answer.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
    })
    return kept.answer
  }
}
