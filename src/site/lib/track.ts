import type { InteractionData, InteractionType } from '#shared/contract/interaction-data.ts'
import { isOptedOut, pageCounting, type TrackedEvent } from './counting.ts'

/** The maximum number of events stored until the tracker has loaded. */
const maxQueuedEvents = 200

/** Events from before the tracker loaded; null before tracking starts, and again once the tracker has received them. */
let queuedEvents: TrackedEvent[] | null = null
let load = (): unknown => null
let take: ((event: TrackedEvent) => void) | null = null

/** Tracks a visitor's action, unless the visitor opted out. Never throws or blocks. */
export function track<Type extends InteractionType>(type: Type, data: InteractionData[Type]): void {
  if (isOptedOut()) return
  const event = { type, data, at: Date.now() }
  if (take) take(event)
  else if (queuedEvents && queuedEvents.length < maxQueuedEvents) queuedEvents.push(event)
  // A page that fails to start may never become interactive, so errors load the tracker at once.
  if (type === 'error') load()
}

/** Loads the tracker for a visitor who allows counting after opting out. */
export const resumeTracking = (): unknown => load()

/**
 * Starts tracking, and returns a function that loads the tracker once the page is interactive. Reads the URL at once,
 * because the first view change replaces the path with `/`.
 */
export function startTracking(): () => unknown {
  queuedEvents = []
  const { search } = location
  pageCounting.forget = () => {
    queuedEvents &&= []
  }
  load = async () => {
    // The visitor may allow counting later.
    if (isOptedOut()) return
    load = () => null
    try {
      const tracker = await import('./interactions.ts')
      take = tracker.startTracker(search, queuedEvents ?? [])
    } catch {
      // An extension blocks the tracker, or the page is offline; the page works anyway.
    }
    queuedEvents = null
  }
  return () => {
    const now = () => load()
    // Also counts visitors who leave immediately.
    addEventListener('visibilitychange', now)
    if ('requestIdleCallback' in window) requestIdleCallback(now, { timeout: 1000 })
    else setTimeout(now, 200)
  }
}
