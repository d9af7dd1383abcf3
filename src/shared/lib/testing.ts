import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    whole: boolean
  }
}

/** `many` with `npm test -- --whole`, otherwise `few`. */
export function often(many: number, few: number): number {
  return inject('whole') ? many : few
}

/**
 * How often fast-check tries a property. `npm test -- --whole` tries `many` new cases; otherwise the gate tries `few`,
 * the same each time, so that what fails there is the fault of the change.
 */
export function tries(many: number, few: number): { numRuns: number; seed?: number } {
  return inject('whole') ? { numRuns: many } : { numRuns: few, seed: 1 }
}
