import type { InteractionData, InteractionType } from '#shared/contract/interaction-data.ts'
import { isPrivacyControlOn } from './privacy-control.ts'
import type { Tracked } from './tracker-row.ts'

/** The queue's limit while no tracker has loaded. */
const mostKept = 200

/** Null until tracking starts, and always when the visitor refuses it. */
let kept: Tracked[] | null = null
let load = (): unknown => null
let take: ((event: Tracked) => void) | null = null

/**
 * The single entry point: tracks what a visitor did. Never throws, never blocks, and respects the visitor's refusal.
 */
export function track<Type extends InteractionType>(type: Type, data: InteractionData[Type]): void {
  const event = { type, data, at: Date.now() }
  if (take) take(event)
  else if (kept && kept.length < mostKept) kept.push(event)
  // A page that fails to start may never become interactive, so errors start the tracker at once.
  if (type === 'error') load()
}

/** Global Privacy Control and Do Not Track, in all their browser variants. */
function isRefused(): boolean {
  const told = [navigator.doNotTrack, (window as { doNotTrack?: unknown }).doNotTrack]
  return isPrivacyControlOn() || told.includes('1')
}

/**
 * Starts tracking, and returns the function that loads the tracker once the page is interactive. The address is
 * stored now, because the first move changes it to `/`.
 */
export function startTracking(): () => unknown {
  if (isRefused()) return load
  kept = []
  const { search } = location
  load = async () => {
    // Runs once.
    load = () => null
    try {
      const tracker = await import('./tracker.ts')
      take = tracker.startTracker(search, kept ?? [])
    } catch {
      // Blocked by an extension, or offline: the page works without it.
    }
    kept = null
  }
  return () => {
    const now = () => load()
    // A visitor who leaves at once is counted too.
    addEventListener('visibilitychange', now)
    if ('requestIdleCallback' in window) requestIdleCallback(now, { timeout: 1000 })
    else setTimeout(now, 200)
  }
}
