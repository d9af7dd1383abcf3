import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    whole: boolean
  }
}

/**
 * The number of times fast-check tries each property. The slow test `properties` tries `many` random cases; the checks
 * try the same `few` cases in each run, so that only the current change can cause a failure.
 */
export function propertyRuns(many: number, few: number): { numRuns: number; seed?: number } {
  return inject('whole') ? { numRuns: many } : { numRuns: few, seed: 1 }
}

/** Returns a test that checks one rule with many examples; a failure names the example. */
export function testEach<const Example>(
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

/** Checks one rule against many rows; a failure names the row. */
export async function checkEachRow<const Row>(rows: readonly Row[], check: (row: Row) => unknown): Promise<void> {
  for (const row of rows) {
    try {
      await check(row)
    } catch (error) {
      if (error instanceof Error) error.message = `${JSON.stringify(row).slice(0, 200)}: ${error.message}`
      throw error
    }
  }
}
