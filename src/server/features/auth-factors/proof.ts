import type { SessionRow } from '#server/features/auth-sessions/service.ts'
import type { UserRow } from '#server/features/auth-users/service.ts'
import type { LogOutcome } from '#shared/contract/log-actions.ts'
import type { StoredFactor } from './types.ts'

/** Who answers which challenge of which factor, and from where. */
export interface Proof {
  user: UserRow
  session: SessionRow
  factor: StoredFactor
  challengeId: string
  ip: string
  /** Writes the outcome into the security log. */
  note: (outcome: LogOutcome, action: 'verification_attempted' | 'limit_reached') => Promise<void>
}
