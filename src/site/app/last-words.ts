import { causeOf } from '#site/lib/interactions-errors.ts'
import { startTracking, track } from '#site/lib/track.ts'

/**
 * Reports a bundle that failed to load or crashed during startup. Loaded only in that case, and bundled separately with
 * all its imports, because the missing file may be part of the main bundle.
 */

/** The grace period for a bundle that is only slow. */
const patienceMs = 5000

const isMissing = ({ target }: Event) => target instanceof HTMLScriptElement

function tell(): void {
  const { boot } = window
  if (!boot || boot.isReady || boot.hear) return
  // Extensions and third-party scripts also cause errors on the page.
  const [fault] = boot.faults.filter((one) => isMissing(one) || causeOf(one, location.origin) !== null)
  if (!fault) return
  boot.faults.length = 0
  startTracking()
  const view = document.getElementById('root')?.dataset.view ?? ''
  track('page_view', { view, title: document.title })
  const cause = isMissing(fault) ? undefined : fault
  track('error', { code: 'not_started', place: view, cause })
}

setTimeout(tell, patienceMs)
addEventListener('visibilitychange', tell)
