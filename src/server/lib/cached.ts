import type { Clock } from '#server/lib/time/clock.ts'

/** Milliseconds for which a value is reused. A changed setting appears on pages within this time. */
const maxAgeMs = 5000

/**
 * Reads the value again after five seconds. While the database is down, the value cannot change, so the last value
 * is reused.
 */
export function cached<T>(clock: Clock, read: () => Promise<T>, known: { value: T } | null = null): () => Promise<T> {
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
    if (last === null || Math.abs(now - last.at) >= maxAgeMs) last = { at: now, value: readOrKeep() }
    return last.value
  }
}

/**
 * Calls `load` once for all callers, and reuses the result for `fresh` milliseconds. Rejects if the call takes longer
 * than `patience` milliseconds. After a timeout, callers are rejected at once until `load` is called again, `fresh`
 * milliseconds later.
 */
export function sharedCall<T>(
  { fresh, patience }: { fresh: number; patience: number },
  load: () => Promise<T>,
): () => Promise<T> {
  let last: { at: number; result: Promise<T>; isOver: boolean } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at > (last.isOver ? fresh : fresh + patience)) {
      const call = { at: now, result: load(), isOver: false }
      const end = () => {
        call.isOver = true
      }
      call.result.then(end, end)
      last = call
    }
    return rejectAfter(Math.max(0, last.at + patience - now), last.result)
  }
}

/** Rejects if `work` takes longer than this many milliseconds. */
async function rejectAfter<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
