import { causeOf } from '#site/lib/fault-cause.ts'
import { startTracking, track } from '#site/lib/track.ts'

/**
 * Tells of a program that did not arrive or broke while it started. Fetched only then, and built by itself with all
 * that it needs: what the program is made of may be just what is missing.
 */

/** A program that is only slow has so long to start after all. */
const patienceMs = 5000

const isMissing = ({ target }: Event) => target instanceof HTMLScriptElement

function tell(): void {
  const { boot } = window
  if (!boot || boot.isReady || boot.hear) return
  // Others break things in the page too.
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
