import type { InteractionData, InteractionType } from '#shared/contract/interaction-data.ts'
import { countingHere, isRefused, type Tracked } from './counting.ts'

/** The most events that are kept until the tracker has loaded. */
const mostKept = 200

/** Events from before the tracker loaded; null before tracking starts and after the tracker took them. */
let kept: Tracked[] | null = null
let load = (): unknown => null
let take: ((event: Tracked) => void) | null = null

/** Tracks an action of the visitor, unless they opted out. Never throws or blocks. */
export function track<Type extends InteractionType>(type: Type, data: InteractionData[Type]): void {
  if (isRefused()) return
  const event = { type, data, at: Date.now() }
  if (take) take(event)
  else if (kept && kept.length < mostKept) kept.push(event)
  // A page that fails to start may never become interactive, so errors load the tracker at once.
  if (type === 'error') load()
}

/** Loads the tracker for a visitor who allows counting after opting out. */
export const resumeTracking = (): unknown => load()

/**
 * Starts tracking, and returns a function that loads the tracker once the page is interactive. Reads the address at
 * once, because the first move changes it to `/`.
 */
export function startTracking(): () => unknown {
  kept = []
  const { search } = location
  countingHere.forget = () => {
    kept &&= []
  }
  load = async () => {
    // The visitor may still allow counting.
    if (isRefused()) return
    load = () => null
    try {
      const tracker = await import('./interactions.ts')
      take = tracker.startTracker(search, kept ?? [])
    } catch {
      // The tracker is blocked by an extension, or the page is offline; the page works without it.
    }
    kept = null
  }
  return () => {
    const now = () => load()
    // Also counts a visitor who leaves at once.
    addEventListener('visibilitychange', now)
    if ('requestIdleCallback' in window) requestIdleCallback(now, { timeout: 1000 })
    else setTimeout(now, 200)
  }
}
