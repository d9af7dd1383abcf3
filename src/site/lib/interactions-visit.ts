import type { InteractionData } from '#shared/contract/interaction-data.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { visitKey } from './counting.ts'

export interface PageFacts {
  readonly page_url: string
  readonly user_agent: string
  readonly referrer: string | null
}

/** The facts that are sent: the view and campaign from the URL, and only the origin of the referrer. */
export function pageFacts(address: string, query: string, referrer: string, userAgent: string): PageFacts {
  const kept = [...new URLSearchParams(query)].filter(
    ([name, value]) => /^(view|utm_(source|medium|campaign|term|content))$/.test(name) && !value.includes('@'),
  )
  const told = new URLSearchParams(kept).toString()
  return {
    page_url: (told ? `${address}?${told}` : address).slice(0, 2000),
    user_agent: userAgent.slice(0, 512),
    referrer: /^https?:\/\/[^/]+/.exec(referrer)?.[0] ?? null,
  }
}

/** A session ends after this much inactivity. */
const idleMs = 30 * 60_000

/** A session: its id, first URL and referrer. View changes and reloads do not change the session. */
export interface TrackedSession {
  readonly session_id: string
  readonly landing_page: string
  readonly referrer: string | null
}

/**
 * Returns a function that maps the time of an event to its session; `here` is the page where a new session begins. The
 * session is stored in session storage, or in memory if storage is blocked. `storage` is a function, because reading a
 * blocked property throws.
 */
export function createSession(
  storage: () => Storage,
  here: Pick<PageFacts, 'page_url' | 'referrer'>,
): (at: number) => TrackedSession {
  let visit: TrackedSession | null = null
  let last = 0
  try {
    const [, session_id, seen, landing_page, referrer] =
      /^([\da-f-]{36}) (\d+) (\S+) (\S*)$/.exec(storage().getItem(visitKey) ?? '') ?? []
    if (session_id && landing_page) visit = { session_id, landing_page, referrer: referrer || null }
    last = Number(seen)
  } catch {}
  return (at) => {
    if (!visit || at - last > idleMs) {
      visit = { session_id: randomId(), landing_page: here.page_url, referrer: here.referrer }
    }
    last = at
    try {
      // Fields are separated by spaces, which are escaped in URLs.
      storage().setItem(visitKey, [visit.session_id, at, visit.landing_page, visit.referrer].join(' '))
    } catch {}
    return visit
  }
}

const teamKey = 'team'

/** `?team=on` marks this browser as the team's until `?team=off`. */
export function isTeamBrowser(search: string): boolean {
  try {
    const asked = new URLSearchParams(search).get('team')
    if (asked === 'on') localStorage.setItem(teamKey, asked)
    if (asked === 'off') localStorage.removeItem(teamKey)
    return localStorage.getItem(teamKey) !== null
  } catch {
    return false
  }
}

interface VisibilityReport {
  readonly say: (data: InteractionData['engagement']) => void
  readonly view: () => string
  /** Flushes the queue, because the page may be closed afterward. */
  readonly flush: () => void
}

/** Tracks the page's visibility, and reports the total visible time each time the page is hidden. */
export function trackVisibility({ say, view, flush }: VisibilityReport): void {
  let seenMs = 0
  /** The time at which the page became visible; null while the page is hidden. */
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

  // Listens on the window, so that listeners on the document can track their last events before the flush.
  addEventListener('visibilitychange', change)
  // When the visitor leaves the page, `pagehide` fires before `visibilitychange`; `unload` would disable the
  // back/forward cache.
  addEventListener('pagehide', hide)
  // The page was restored from the back/forward cache.
  addEventListener('pageshow', change)
}

/** Tracks the clicks that are not tracked elsewhere as navigation, dialogs, submissions or selections. */
const separatelyTracked = '[commandfor],[type=submit],[aria-pressed],[role=tab],[role=alert] *'
const pressable = `button:not(${separatelyTracked}),summary,a:is([target],[href^=data],[href^=mailto],[href*="#"])`

/** Listens in the capture phase, before a handler can remove the button. Labels never contain user input. */
export function trackClicks(say: (label: string) => void): void {
  const listen = ({ target }: Event) => {
    const found = target instanceof Element ? target.closest(pressable) : null
    if (found) say((found.ariaLabel ?? found.textContent).trim().slice(0, 80))
  }
  addEventListener('click', listen, true)
}
