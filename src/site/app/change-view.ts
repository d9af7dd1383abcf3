import { flushSync } from 'react-dom'
import { whenIdle } from '#site/lib/rest.ts'

/**
 * Puts another view in place, as one gesture where the browser has view transitions; a change that is still under way is
 * skipped by the browser. Started here and not by React, which would start one for whatever comes late as well.
 */
export function changeView(put: () => void): void {
  const show = () => flushSync(put)
  const rest = () => whenIdle(layOut)
  const change = document.startViewTransition?.(show)
  if (!change) show()
  // Both fail where a transition is cut short, by the next one or by a window that changes; the view is there all the same.
  change?.ready.catch(() => {})
  Promise.resolve(change?.finished).then(rest, rest)
}

/** Lays out what the style of a new view (`view-change.module.css`) leaves out, a piece whenever the browser is idle. */
function layOut(): void {
  const piece = document.querySelector<HTMLElement>(':is(main, main > :only-child) > * + :not([data-laid])')
  if (!piece) return
  piece.dataset.laid = ''
  whenIdle(layOut)
}
