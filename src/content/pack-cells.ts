import type { Cell } from './pack-types.ts'

/** A formula and what it comes to with the example figures; `pack-values.test.ts` works out every one. */
export const calc = (formula: string, value: number | string): Cell => ({ formula, value })
