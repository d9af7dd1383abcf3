import { toldOf } from './tracker-faults.ts'
import type { Tracked } from './tracker-row.ts'
import { watchVitals } from './tracker-vitals.ts'

/**
 * Starts what can wait until a page stays or something goes wrong: measuring it, and listening for faults, which the
 * start-up script has kept until now. Gives what tells an error.
 */
export function startLater(take: (event: Tracked) => void): typeof toldOf {
  watchVitals((data) => take({ type: 'engagement', data, at: Date.now() }))
  const hear = (cause: Event) => take({ type: 'error', data: { code: '', place: '', cause }, at: Date.now() })
  const { boot } = window
  if (boot) boot.hear = hear
  boot?.faults.forEach(hear)
  return toldOf
}
