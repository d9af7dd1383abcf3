import { describeCause } from '#site/lib/interactions-errors.ts'
import { startTracking, track } from '#site/lib/track.ts'

/**
 * Reports a bundle that failed to load or crashed during startup. This file is loaded only after such a failure, and is
 * bundled separately with all its imports, because the missing file could be part of the main bundle.
 */

/** The time to wait before a failure is reported, because the bundle may just be slow. */
const startGraceMs = 5000

const isMissing = ({ target }: Event) => target instanceof HTMLScriptElement

function reportStartFailure(): void {
  const { boot } = window
  if (!boot || boot.isReady || boot.hear) return
  // Ignores errors from extensions and third-party scripts.
  const [fault] = boot.faults.filter((one) => isMissing(one) || describeCause(one, location.origin) !== null)
  if (!fault) return
  boot.faults.length = 0
  startTracking()
  const view = document.getElementById('root')?.dataset.view ?? ''
  track('page_view', { view, title: document.title })
  const cause = isMissing(fault) ? undefined : fault
  track('error', { code: 'not_started', place: view, cause })
}

setTimeout(reportStartFailure, startGraceMs)
addEventListener('visibilitychange', reportStartFailure)
