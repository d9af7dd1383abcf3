import type { InteractionData, InteractionType } from '#shared/contract/interaction-data.ts'
import { countingHere, isRefused, type Tracked } from './counting.ts'

/** The queue's limit while no tracker has loaded. */
const mostKept = 200

/** Events from before the tracker has loaded; null before tracking starts and after the tracker took them. */
let kept: Tracked[] | null = null
let load = (): unknown => null
let take: ((event: Tracked) => void) | null = null

/** The only entry point: tracks an action of the visitor. Never throws or blocks, and respects a refusal. */
export function track<Type extends InteractionType>(type: Type, data: InteractionData[Type]): void {
  if (isRefused()) return
  const event = { type, data, at: Date.now() }
  if (take) take(event)
  else if (kept && kept.length < mostKept) kept.push(event)
  // A page that fails to start may never become interactive, so errors start the tracker at once.
  if (type === 'error') load()
}

/** Loads the tracker now, for a visitor who allows tracking after a refusal. */
export const resumeTracking = (): unknown => load()

/**
 * Starts tracking, and returns the function that loads the tracker once the page is interactive. The address is stored
 * now, because the first move changes it to `/`.
 */
export function startTracking(): () => unknown {
  kept = []
  const { search } = location
  countingHere.forget = () => {
    kept &&= []
  }
  load = async () => {
    // The visitor may still allow tracking.
    if (isRefused()) return
    load = () => null
    try {
      const tracker = await import('./interactions.ts')
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
