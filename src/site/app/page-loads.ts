import type { ViewId } from '#content/views.ts'
import { viewHref } from '#site/lib/navigation.ts'

/** Longer than this nobody waits for an answer that only says whether there is one. */
const timeoutMs = 5000

/** Whether a view could be loaded as a page just now. Leaving for one that is not there would lose the page we have. */
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
