import type { LetterData } from '#letters/types.ts'
import type { AccessClaims, Keys } from '#server/lib/auth/context.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Limits } from '#server/lib/rate-limit/limits.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { MailStatus } from '#shared/contract/letter-previews.ts'
import type { StaffRole } from '#shared/contract/team.ts'

export interface LetterDeskOptions {
  database: Database
  clock: Clock
  limits: Limits
  keys: Keys
  publicUrl: () => string
  mailer: Pick<Mailer, 'send'>
  status: MailStatus
  /** The current data for an email in the outbox, or the reason it would not be sent. */
  read: (id: string) => Promise<LetterData | { dropped: string }>
  /** The sender's email address, and the address for visitors' replies; samples use both addresses. */
  organizer: string
  answersTo: () => string
}

/** The member who makes the request, with their current role in the database. */
export interface RequestingMember {
  id: string
  email: string
  role: StaffRole
  claims: AccessClaims
}
