import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/lib/time/clock.ts'
import type { Call } from './planning.ts'

/**
 * Functions with the same result for every anonymous caller, the seconds for which a result is shared, and the
 * arguments that it depends on. The site calls them for every visitor.
 */
const sharedCalls: ReadonlyMap<string, { seconds: number; arguments: readonly string[] }> = new Map([
  ['free_calls_this_week', { seconds: 60, arguments: [] }],
  ['callers', { seconds: 60, arguments: [] }],
  ['free_times', { seconds: 15, arguments: ['from_day', 'days', 'zone'] }],
])

/** Seconds and key of a response that anonymous callers share; undefined for other calls and for long keys. */
export function sharingOf({ name, body, query, isReading }: Call) {
  const known = sharedCalls.get(name)
  const given = Object.entries({ ...body, ...query })
  if (!known || !given.every(([argument]) => known.arguments.includes(argument))) return undefined
  const key = JSON.stringify([name, isReading, given.toSorted(([one], [other]) => (one < other ? -1 : 1))])
  return key.length > 300 ? undefined : { key, seconds: known.seconds }
}

/** Arguments come from visitors, so there may be any number of different calls. */
const most = 200

/** Shares one response with all requests for a while, so that the database is queried only once. */
export class SharedAnswers<Answer> {
  readonly #clock: Clock
  readonly #kept = new LRUCache<string, { answer: Promise<Answer>; until: number }>({ max: most })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The response for this key, computed at most once in this many seconds. A failure is returned but not cached. */
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
