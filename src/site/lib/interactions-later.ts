import { toldOf } from './interactions-faults.ts'
import type { Tracked } from './interactions-row.ts'
import { watchVitals } from './interactions-vitals.ts'

/**
 * Starts the parts of tracking that can wait: web vitals, and the error listener, whose events the start-up script has
 * queued until now. Returns the function that tracks an error.
 */
export function startLater(take: (event: Tracked) => void): typeof toldOf {
  watchVitals((data) => take({ type: 'engagement', data, at: Date.now() }))
  const hear = (cause: Event) => take({ type: 'error', data: { code: '', place: '', cause }, at: Date.now() })
  const { boot } = window
  if (boot) boot.hear = hear
  boot?.faults.forEach(hear)
  return toldOf
}
