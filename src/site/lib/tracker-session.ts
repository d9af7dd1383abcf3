import { randomId } from '#shared/lib/random-id.ts'
import type { PageFacts } from './tracker-row.ts'

const key = 'visit'

/** A visit ends when nothing has happened for this long. */
const idleMs = 30 * 60_000

/** A visit: its name, its first address and whose page was before that. Moves and reloads do not change it. */
export interface Visit {
  readonly session_id: string
  readonly landing_page: string
  readonly referrer: string | null
}

/**
 * Tells the visit that something belongs to, for each moment in turn; `here` is the page we are on, where a new one
 * begins. Kept in the tab's own storage, or in memory where that is closed to us: reading the property throws there
 * already, so it comes as a function.
 */
export function createSession(
  storage: () => Storage,
  here: Pick<PageFacts, 'page_url' | 'referrer'>,
): (at: number) => Visit {
  let visit: Visit | null = null
  let last = 0
  try {
    const [, session_id, seen, landing_page, referrer] =
      /^([\da-f-]{36}) (\d+) (\S+) (\S*)$/.exec(storage().getItem(key) ?? '') ?? []
    if (session_id && landing_page) visit = { session_id, landing_page, referrer: referrer || null }
    last = Number(seen)
  } catch {}
  return (at) => {
    if (!visit || at - last > idleMs) {
      visit = { session_id: randomId(), landing_page: here.page_url, referrer: here.referrer }
    }
    last = at
    try {
      // None of these has a space in it: addresses have it escaped.
      storage().setItem(key, [visit.session_id, at, visit.landing_page, visit.referrer].join(' '))
    } catch {}
    return visit
  }
}
