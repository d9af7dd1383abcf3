import type { ViewId } from '#content/views.ts'
import { viewHref } from '#site/lib/navigation.ts'

/** Without a response by then, the page load is likely to fail too. */
const timeoutMs = 5000

/** Whether a view can be loaded as a page right now. Navigating to an unreachable one would lose the present page. */
export async function canLoadPage(view: ViewId): Promise<boolean> {
  try {
    const { ok } = await fetch(viewHref(view), {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return ok
  } catch {
    return false
  }
}

/** Whether this page was loaded by Back or Forward. */
export function cameByHistory(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival instanceof PerformanceNavigationTiming && arrival.type === 'back_forward'
}
