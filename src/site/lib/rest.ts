/** How long a page has to be left alone before it fetches what nobody asked for. */
const quietMs = 1000

/** Calls back when the browser has nothing better to do. */
export function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 1000 })
  else setTimeout(then, 200)
}

/** Calls back once the page is usable and at rest. Not at all for visitors who asked to be spared data. */
export function whenRested(then: () => void): void {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  } & Navigator
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return
  setTimeout(() => whenIdle(then), quietMs)
}
