import type { Clock } from '#server/lib/time/clock.ts'

/** How long a value is reused: pages show a changed setting after this time at the latest. */
const goodForMs = 5000

/** Reads the value again after five seconds. While the database is away it cannot change, so the last one stays. */
export function cached<T>(
  clock: Clock,
  read: () => Promise<T>,
  known: { value: T } | null = null,
): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | null = null

  async function readOrKeep(): Promise<T> {
    try {
      known = { value: await read() }
    } catch (error) {
      if (known === null) {
        last = null
        throw error
      }
    }
    return known.value
  }

  return () => {
    const now = clock()
    if (last === null || Math.abs(now - last.at) >= goodForMs) last = { at: now, value: readOrKeep() }
    return last.value
  }
}

/**
 * Asks once for all callers, whatever their number: a result is good for `fresh` milliseconds. Rejects when a question has
 * been pending for `patience` milliseconds; until it is asked again, `fresh` milliseconds later, callers learn that at once.
 */
export function shared<T>(
  { fresh, patience }: { fresh: number; patience: number },
  ask: () => Promise<T>,
): () => Promise<T> {
  let last: { at: number; answer: Promise<T>; isOver: boolean } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at > (last.isOver ? fresh : fresh + patience)) {
      const asked = { at: now, answer: ask(), isOver: false }
      const end = () => {
        asked.isOver = true
      }
      asked.answer.then(end, end)
      last = asked
    }
    return inTime(Math.max(0, last.at + patience - now), last.answer)
  }
}

/** Resolves with the work, and rejects when it takes longer than so many milliseconds. */
export async function inTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
