import type { InteractionData } from '#shared/contract/interaction-data.ts'

interface Visit {
  readonly say: (data: InteractionData['engagement']) => void
  readonly view: () => string
  /** Sends what waits: after this there may be no page. */
  readonly flush: () => void
}

/** Watches whether the page can be seen, and says for how long it could be whenever that ends. */
export function watchVisit({ say, view, flush }: Visit): void {
  let seenMs = 0
  /** When it came into sight; null while it is out of it. */
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

  // On the window, so that whoever listens on the document has said its last before the flush.
  addEventListener('visibilitychange', change)
  // Before `visibilitychange` where the page is left for good; `unload` would keep it out of the back/forward cache.
  addEventListener('pagehide', hide)
  // Back from that cache.
  addEventListener('pageshow', change)
}
