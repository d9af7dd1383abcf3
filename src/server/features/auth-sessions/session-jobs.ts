import { deleteOldDevices } from '#server/features/auth-accounts/service.ts'
import type { AuthContext, Keys } from '#server/lib/auth/context.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { sweepThrottles } from '#server/lib/throttle/queries.ts'
import { type CleanupContext, type RepeatedJob, repeat, repeatCleanup } from '#server/lib/time/repeat.ts'
import { deleteExpiredAuthRows, findLiveSessions } from './queries.ts'

/** The reason a connection ends: its session has ended, or a key or token was revoked. */
type EndingReason = 'session' | 'revoked'

/** A connection that stays open after its token was checked: a channel or a download. */
export interface WatchedConnection {
  claims: Readonly<Record<string, unknown>>
  end: (why: EndingReason) => void
}

/**
 * Watches channels and downloads, and checks their tokens repeatedly. If the token were checked only at the start, a
 * stolen token would stay valid.
 */
export interface SessionWatch {
  /** `list` returns the open connections. */
  over(list: () => Iterable<WatchedConnection>): void
  close(): Promise<void>
}

interface WatchOptions {
  database: Pick<Database, 'transaction'>
  keys: Pick<Keys, 'refresh' | 'onRevoked'>
  log: Log
}

const everyMilliseconds = 2000

export function openSessionWatch({ database, keys, log }: WatchOptions): SessionWatch {
  const lists: (() => Iterable<WatchedConnection>)[] = []
  const all = () => lists.flatMap((list) => [...list()])
  keys.onRevoked(() => {
    for (const { end } of all()) end('revoked')
  })
  const looking = repeat('sessions', everyMilliseconds, log, async () => {
    const watched = all()
    if (watched.length === 0) return
    await keys.refresh()
    const ids = new Set(watched.flatMap(({ claims }) => sessionOf(claims) ?? []))
    if (ids.size === 0) return
    const live = await database.transaction('supabase_auth_admin', {}, (tx) => findLiveSessions(tx, [...ids]))
    for (const { claims, end } of watched) {
      const session = sessionOf(claims)
      if (session !== null && !live.has(session)) end('session')
    }
  })
  return {
    over: (list) => void lists.push(list),
    close: () => looking.stop(),
  }
}

/**
 * The session id of a token; null if the id is not a string. A token without a valid session id is rejected elsewhere.
 */
const sessionOf = ({ session_id: id }: WatchedConnection['claims']) => (typeof id === 'string' ? id : null)

const hour = 3_600_000

export function startAuthCleanup(context: CleanupContext & Pick<AuthContext, 'settings'>, every = hour): RepeatedJob {
  const { database, log, settings } = context
  return repeatCleanup('auth', every, context, async (now) => {
    const before = (hours: number) => new Date(now - hours * hour)
    const ends = { idleSince: before(settings.idleHours), openedSince: before(settings.sessionHours) }
    const sessions = await database.transaction('supabase_auth_admin', {}, async (tx) => {
      await sweepThrottles(tx, now)
      await deleteOldDevices(tx, now)
      return deleteExpiredAuthRows(tx, new Date(now), ends)
    })
    if (sessions > 0) log.info({ job: 'auth', sessions }, 'ended sessions removed')
  })
}
