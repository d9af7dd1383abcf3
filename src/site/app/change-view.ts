import { flushSync } from 'react-dom'
import { reducesMotion } from '#site/lib/rest.ts'

/**
 * Puts another view in place, as one gesture where the browser has view transitions and the visitor minds no motion: the
 * frame that one begins with hears no press, which takes the focus from the new heading. A change that is still under
 * way is skipped by the browser. Started here and not by React, which would start one for whatever comes late as well.
 */
export function changeView(put: () => void): void {
  const show = () => flushSync(put)
  const rest = () => requestAnimationFrame(layOut)
  const change = reducesMotion() ? undefined : document.startViewTransition?.(show)
  if (!change) show()
  // Both fail where a transition is cut short, by the next one or by a window that changes; the view is there all the same.
  change?.finished.catch(() => {})
  Promise.resolve(change?.ready).then(rest, rest)
}

/**
 * Lays out what the style of a new view (`view-change.module.css`) leaves out, a piece in each frame: no frame is long, and
 * the page has its real height before anybody has reached its end, where a browser without scroll anchoring would move what
 * is about to be pressed.
 */
function layOut(): void {
  // Behind it there may be the next view, which is out of sight.
  const main = document.querySelector('main')
  const piece = main?.querySelector<HTMLElement>(':is(:scope, :scope > :only-child) > * + :not([data-laid])')
  if (!piece) return
  piece.dataset.laid = ''
  requestAnimationFrame(layOut)
}
