/** One hash over everything that a build reads. */
export function sourceHash(): string
