import { flushSync } from 'react-dom'
import { reducesMotion } from '#site/lib/rest.ts'

/**
 * Replaces the view, with a view transition if the browser supports it and the visitor accepts motion. A transition's
 * first frame ignores presses, which would take the focus from the new heading. The browser skips an unfinished change.
 * React does not start it, because it would also start one for every part that loads later.
 */
export function changeView(put: () => void): void {
  const show = () => flushSync(put)
  const change = reducesMotion() ? undefined : document.startViewTransition?.(show)
  if (!change) show()
  // Both reject when the next transition or a resize cuts this one short; the view is shown anyway.
  change?.finished.catch(() => {})
  change?.ready.catch(() => {})
}
