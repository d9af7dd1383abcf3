import { forgetDevices } from '#server/features/auth-devices/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { sweepThrottles } from '#server/lib/throttle/throttle.ts'
import { type Repeated, repeatUpkeep, type UpkeepMeans } from '#server/lib/time/repeat.ts'
import { removeWhatIsOver } from './queries.ts'

const hour = 3_600_000

export function startAuthUpkeep(
  context: UpkeepMeans & Pick<AuthContext, 'settings'>,
  every = hour,
): Repeated {
  const { database, log, settings } = context
  return repeatUpkeep('auth', every, context, async (now) => {
    const before = (hours: number | null) => (hours === null ? null : new Date(now - hours * hour))
    const ends = { idleSince: before(settings.idleHours), openedSince: before(settings.sessionHours) }
    const sessions = await database.transaction('supabase_auth_admin', {}, async (tx) => {
      await sweepThrottles(tx, now)
      await forgetDevices(tx, now)
      return removeWhatIsOver(tx, new Date(now), ends)
    })
    if (sessions > 0) log.info({ job: 'auth', sessions }, 'ended sessions removed')
  })
}
