import type { InteractionData } from '#shared/contract/interaction-data.ts'

interface Visit {
  readonly say: (data: InteractionData['engagement']) => void
  readonly view: () => string
  /** Flushes the queue: after this the page may be gone. */
  readonly flush: () => void
}

/** Tracks the page's visibility, and reports for how long it was visible whenever that ends. */
export function watchVisit({ say, view, flush }: Visit): void {
  let seenMs = 0
  /** When it became visible; null while it is hidden. */
  let since = document.hidden ? null : 0

  const hide = () => {
    if (since !== null) {
      seenMs += performance.now() - since
      since = null
      say({ action: 'page_hidden' })
      say({ action: 'page_time_spent', seconds: Math.floor(seenMs / 1000), view: view() })
    }
    flush()
  }
  const change = () => {
    if (document.hidden) return hide()
    if (since !== null) return
    since = performance.now()
    say({ action: 'page_visible' })
  }

  // On the window, so that listeners on the document have tracked their last events before the flush.
  addEventListener('visibilitychange', change)
  // When the page is left for good, `pagehide` fires before `visibilitychange`; `unload` would disable the
  // back/forward cache.
  addEventListener('pagehide', hide)
  // The page is restored from that cache.
  addEventListener('pageshow', change)
}
