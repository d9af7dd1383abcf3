import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    whole: boolean
  }
}

/**
 * How often fast-check tries a property. The rehearsal `properties` tries `many` new cases; the gate tries `few`,
 * the same each time, so that what fails there is the fault of the change.
 */
export function tries(many: number, few: number): { numRuns: number; seed?: number } {
  return inject('whole') ? { numRuns: many } : { numRuns: few, seed: 1 }
}

/** A test of one rule by many examples: they are tried in turn, and the first for which it does not hold is named. */
export function eachOf<const Example>(
  examples: readonly Example[],
  check: (...example: Example extends readonly unknown[] ? [...Example] : [Example]) => unknown,
): () => Promise<void> {
  return async () => {
    for (const example of examples) {
      try {
        await check(...((Array.isArray(example) ? example : [example]) as never))
      } catch (error) {
        if (error instanceof Error) error.message = `${JSON.stringify(example)}: ${error.message}`
        throw error
      }
    }
  }
}
