const risks = new Set<() => boolean>()

/** Registers something that only this page has, such as what was typed and not yet sent. */
export function watchRisk(isAtRisk: () => boolean): void {
  risks.add(isAtRisk)
}

/** Whether loading another page now would lose something that a visitor did. */
export function isWorkAtRisk(): boolean {
  return [...risks].some((isAtRisk) => isAtRisk())
}
