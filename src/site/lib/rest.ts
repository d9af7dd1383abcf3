/** How long a page must be idle before it prefetches. */
const quietMs = 1000

export const reducesMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 1000 })
  else setTimeout(then, 200)
}

/** Calls back once the page is interactive and has been idle for `ms`; never for visitors with data saving on. */
export function whenRested(then: () => void, ms = quietMs): void {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  } & Navigator
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return
  setTimeout(() => whenIdle(then), ms)
}
