const place = 'desk-touched'
const minute = 60_000
const hours = Number(document.querySelector<HTMLMetaElement>('meta[name=idle-hours]')?.content ?? 0)

/** For a browser that keeps nothing. */
let here = Date.now()

/** Notes that somebody is here, for all tabs: they share one session. */
function noteTouch(): void {
  const now = Date.now()
  if (now - here < minute / 2) return
  here = now
  try {
    localStorage.setItem(place, String(now))
  } catch {
    // Storage is closed here.
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
 * Whether nobody has touched the desk for as long as a session may idle. A page that lies open has its token renewed by
 * itself, so that the server cannot see a pause here.
 */
export const isPauseTooLong = (): boolean => hours > 0 && Date.now() - lastTouch() > hours * 60 * minute

for (const event of ['pointerdown', 'keydown', 'wheel'] as const) {
  addEventListener(event, noteTouch, { passive: true, capture: true })
}
