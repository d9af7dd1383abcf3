import type { Clock } from './clock.ts'

/** So long an answer holds, however many ask: whoever changes a setting finds it in the pages soon. */
const goodForMs = 5000

/**
 * Gives what was read last, and reads it anew after five seconds. While the database is away nobody changes it, so what is
 * known goes on.
 */
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
