export const build: { inputs: readonly string[] }
export function hashOf(paths: readonly string[]): string
export function filesUnder(path: string): string[]
