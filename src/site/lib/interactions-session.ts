import { randomId } from '#shared/lib/random-id.ts'
import { visitKey } from './counting.ts'
import type { PageFacts } from './interactions-row.ts'

/** A session ends after this much inactivity. */
const idleMs = 30 * 60_000

/** A session: its id, its first address and its referrer. Moves and reloads do not change it. */
export interface Visit {
  readonly session_id: string
  readonly landing_page: string
  readonly referrer: string | null
}

/**
 * Returns the session of each event in turn; `here` is the current page, at which a new session begins. The session is
 * kept in session storage, or in memory if storage is blocked: then reading the property throws, so it is passed as a
 * function.
 */
export function createSession(
  storage: () => Storage,
  here: Pick<PageFacts, 'page_url' | 'referrer'>,
): (at: number) => Visit {
  let visit: Visit | null = null
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
      // Fields are separated by spaces, which none contains: addresses have them escaped.
      storage().setItem(visitKey, [visit.session_id, at, visit.landing_page, visit.referrer].join(' '))
    } catch {}
    return visit
  }
}
