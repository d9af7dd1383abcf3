import { flushSync } from 'react-dom'
import { reducesMotion } from '#site/lib/rest.ts'

/**
 * Replaces the view, with a view transition if the browser supports it and the visitor accepts motion. A transition's
 * first frame ignores presses, which would take the focus from the new heading. The browser skips an unfinished change.
 * React does not start it, because it would also start one for every part that loads later.
 */
export function changeView(put: () => void): void {
  const show = () => flushSync(put)
  const rest = () => requestAnimationFrame(layOut)
  const change = reducesMotion() ? undefined : document.startViewTransition?.(show)
  if (!change) show()
  // Both reject when the next transition or a resize cuts this one short; the view is shown anyway.
  change?.finished.catch(() => {})
  Promise.resolve(change?.ready).then(rest, rest)
}

/**
 * Lays out what the style of a new view (`view-change.module.css`) skips, one piece in each frame, so that no frame is
 * long. The page has its real height before a visitor reaches its end: a browser without scroll anchoring would
 * otherwise move a button under a press.
 */
function layOut(): void {
  // The next view may already follow it, out of sight.
  const main = document.querySelector('main')
  const piece = main?.querySelector<HTMLElement>(':is(:scope, :scope > :only-child) > * + :not([data-laid])')
  if (!piece) return
  piece.dataset.laid = ''
  requestAnimationFrame(layOut)
}
