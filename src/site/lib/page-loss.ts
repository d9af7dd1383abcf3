const risks = new Set<() => boolean>()

/** Registers state that exists only in this page, such as an unsent draft. */
export function watchRisk(isAtRisk: () => boolean): void {
  risks.add(isAtRisk)
}

/** Whether a page load would lose the visitor's work. */
export function isWorkAtRisk(): boolean {
  return [...risks].some((isAtRisk) => isAtRisk())
}
