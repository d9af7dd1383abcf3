import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/lib/clock.ts'

/** Arguments come from outside, so there may be any number of different questions. */
const most = 200

/** What was answered to one is answered to all for a while: however many ask, the database hears of one. */
export class SharedAnswers<Answer> {
  readonly #clock: Clock
  readonly #kept = new LRUCache<string, { answer: Promise<Answer>; until: number }>({ max: most })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The answer of this name, asked for at most once in so many seconds. A failure is told and not kept. */
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
