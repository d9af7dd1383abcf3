import type { AuthContext } from '#server/lib/auth/context.ts'
import type { SessionRow } from './types.ts'

const hour = 3_600_000

/** Past its end, or idle for too long. Its age counts too, since it may have been opened under other settings. */
export function isOver(
  { clock, settings }: Pick<AuthContext, 'clock' | 'settings'>,
  { created_at, refreshed_at, not_after }: SessionRow,
): boolean {
  const now = clock()
  const isPast = (since: Date, hours: number | null) => hours !== null && now - since.getTime() > hours * hour
  return (
    isPast(refreshed_at ?? created_at, settings.idleHours) ||
    isPast(created_at, settings.sessionHours) ||
    (not_after !== null && not_after.getTime() <= now)
  )
}
