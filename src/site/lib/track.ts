import type { InteractionData, InteractionType } from '#shared/contract/interaction-data.ts'
import { isPrivacyControlOn } from './privacy-control.ts'
import type { Tracked } from './tracker-row.ts'

/** A page that never gets its tracker keeps this many. */
const mostKept = 200

/** Null until tracking starts, and for good when the visitor refuses it. */
let kept: Tracked[] | null = null
let load = (): unknown => null
let take: ((event: Tracked) => void) | null = null

/** The one door: says what a visitor did. Never throws, never waits, and does nothing against their will. */
export function track<Type extends InteractionType>(type: Type, data: InteractionData[Type]): void {
  const event = { type, data, at: Date.now() }
  if (take) take(event)
  else if (kept && kept.length < mostKept) kept.push(event)
  // A page that breaks may never be usable.
  if (type === 'error') load()
}

/** Global Privacy Control and Do Not Track, however a browser says it. */
function isRefused(): boolean {
  const told = [navigator.doNotTrack, (window as { doNotTrack?: unknown }).doNotTrack]
  return isPrivacyControlOn() || told.includes('1')
}

/**
 * Opens the door, and gives what fetches the tracker, to be called once the page is usable. The address is
 * remembered now: the first move makes it `/`.
 */
export function startTracking(): () => unknown {
  if (isRefused()) return load
  kept = []
  const { search } = location
  load = async () => {
    // Once.
    load = () => null
    try {
      const tracker = await import('./tracker.ts')
      take = tracker.startTracker(search, kept ?? [])
    } catch {
      // Blocked, or the connection is gone: the page does without.
    }
    kept = null
  }
  return () => {
    const now = () => load()
    // A visitor who turns away at once has been here too.
    addEventListener('visibilitychange', now)
    if ('requestIdleCallback' in window) requestIdleCallback(now, { timeout: 1000 })
    else setTimeout(now, 200)
  }
}
