import type { AuthContext } from '#server/lib/auth/context.ts'
import type { SessionRow } from './types.ts'

const hour = 3_600_000

/** Past its end, or idle for too long. */
export function isOver(
  { clock, settings }: Pick<AuthContext, 'clock' | 'settings'>,
  session: SessionRow,
): boolean {
  const { idleHours } = settings
  const lastSeen = (session.refreshed_at ?? session.created_at).getTime()
  if (idleHours !== null && clock() - lastSeen > idleHours * hour) return true
  return session.not_after !== null && session.not_after.getTime() <= clock()
}
