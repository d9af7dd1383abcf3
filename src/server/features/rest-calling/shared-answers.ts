import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/lib/clock.ts'

/** Arguments come from visitors, so there may be any number of different calls. */
const most = 200

/** Shares one answer with all requests for a while, so that the database is asked only once. */
export class SharedAnswers<Answer> {
  readonly #clock: Clock
  readonly #kept = new LRUCache<string, { answer: Promise<Answer>; until: number }>({ max: most })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The answer for this name, requested at most once in so many seconds. A failure is returned and not kept. */
  get(name: string, seconds: number, ask: () => Promise<Answer>): Promise<Answer> {
    const now = this.#clock()
    const found = this.#kept.get(name)
    if (found && now < found.until) return found.answer
    const kept = { answer: ask(), until: now + seconds * 1000 }
    this.#kept.set(name, kept)
    kept.answer.catch(() => {
      if (this.#kept.get(name) === kept) this.#kept.delete(name)
    })
    return kept.answer
  }
}
