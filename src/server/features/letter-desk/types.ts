import type { LetterData } from '#letters/types.ts'
import type { AccessClaims, Keys } from '#server/lib/auth/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Limits } from '#server/lib/rate-limit/types.ts'
import type { StaffRole } from '#shared/contract/desk-people.ts'
import type { MailStatus } from '#shared/contract/letter-desk.ts'

export interface LetterDeskOptions {
  database: Database
  clock: Clock
  limits: Limits
  keys: Keys
  publicUrl: () => string
  mailer: Pick<Mailer, 'send'>
  status: MailStatus
  /** What a letter of the outbox would say now, or why it says nothing. */
  read: (id: string) => Promise<LetterData | { dropped: string }>
  /** The address that letters come from, and where visitors' answers go; samples are written with them. */
  organizer: string
  answersTo: string
}

/** The person who looks at letters, as the database knows them at the moment. */
export interface Looker {
  id: string
  email: string
  role: StaffRole
  claims: AccessClaims
}
