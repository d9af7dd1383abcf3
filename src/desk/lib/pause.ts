const place = 'desk-touched'
const minute = 60_000
const hours = Number(document.querySelector<HTMLMetaElement>('meta[name=idle-hours]')?.content ?? 0)

/** The fallback when storage is blocked. */
let here = Date.now()

/** Records activity for all tabs, which share one session. */
function noteTouch(): void {
  const now = Date.now()
  if (now - here < minute / 2) return
  here = now
  try {
    localStorage.setItem(place, String(now))
  } catch {
    // Storage is blocked.
  }
}

function lastTouch(): number {
  try {
    return Math.max(here, Number(localStorage.getItem(place) ?? 0))
  } catch {
    return here
  }
}

/**
 * Whether the desk has been idle for the longest time allowed. An open page refreshes its token by itself, so the
 * server cannot see that nobody uses it.
 */
export const isPauseTooLong = (): boolean => hours > 0 && Date.now() - lastTouch() > hours * 60 * minute

for (const event of ['pointerdown', 'keydown', 'wheel'] as const) {
  addEventListener(event, noteTouch, { passive: true, capture: true })
}
