import type { Clock } from './clock.ts'

/** How long a value is reused: pages show a changed setting after this time at the latest. */
const goodForMs = 5000

/** Reads the value again after five seconds. While the database is away it cannot change, so the last one stays. */
export function lately<T>(
  clock: Clock,
  read: () => Promise<T>,
  known: { value: T } | null = null,
): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | null = null

  async function ask(): Promise<T> {
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
    if (last === null || Math.abs(now - last.at) >= goodForMs) last = { at: now, value: ask() }
    return last.value
  }
}
