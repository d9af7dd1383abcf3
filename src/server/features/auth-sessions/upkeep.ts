import type { AuthContext } from '#server/lib/auth/context.ts'
import { type Repeated, repeat } from '#server/lib/repeat.ts'
import { sweepThrottles } from '#server/lib/throttle/throttle.ts'
import { removeWhatIsOver } from './queries.ts'

const hour = 3_600_000

/** Removes, from time to time, what nobody can use again. */
export function startAuthUpkeep(context: AuthContext, every = hour): Repeated {
  const { database, clock, log, settings } = context
  return repeat('auth', every, log, async () => {
    const idleSince = settings.idleHours === null ? null : new Date(clock() - settings.idleHours * hour)
    const sessions = await database.transaction('supabase_auth_admin', {}, async (tx) => {
      await sweepThrottles(tx, clock())
      return removeWhatIsOver(tx, new Date(clock()), idleSince)
    })
    if (sessions > 0) log.info({ job: 'auth', sessions }, 'ended sessions removed')
  })
}
