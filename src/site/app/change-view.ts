import { startTransition } from 'react'
import { flushSync } from 'react-dom'

/**
 * Puts another view in place, as one gesture where the browser has view transitions; a change that is still under way is
 * skipped by the browser. Started here and not by React, which would start one for whatever comes late as well.
 */
export function changeView(put: () => void): void {
  if (!document.startViewTransition) {
    startTransition(put)
    return
  }
  const { ready, finished } = document.startViewTransition(() => flushSync(put))
  // Both fail where a transition is cut short, by the next one or by a window that changes; the view is there all the same.
  for (const end of [ready, finished]) end.catch(() => {})
}
