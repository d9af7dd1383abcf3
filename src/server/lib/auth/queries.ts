import type { Transaction } from '#server/lib/db/database.ts'
import { answerOf } from '#server/lib/db/rows.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { StaffRole } from '#shared/contract/desk-people.ts'
import type { LogOutcome, SignInAction } from '#shared/contract/log-actions.ts'

/** The desk role of the person in the transaction's claims; null without one, or without their second factor. */
export const readStaffRole = (tx: Transaction): Promise<StaffRole | null> =>
  answerOf(tx, 'private.staff_role')

export async function insertLetter(
  tx: Transaction,
  {
    userId,
    kind,
    sealed,
    endsAt,
  }: { userId: string | null; kind: string; sealed: string; endsAt: number | null },
): Promise<void> {
  await tx.query('select private.post_account_letter($1, $2, $3, $4)', [
    userId,
    kind,
    sealed,
    endsAt === null ? null : new Date(endsAt),
  ])
}

interface AuditDetails {
  outcome?: LogOutcome
  /** The user who did it; null for a visitor or the operator. Never an address: the log outlives the user. */
  actor?: string | null
  /** Codes and ids that say more. Nothing personal and no secret. */
  traits?: Readonly<Record<string, string | number | boolean>>
}

/** Writes one line of the audit log, in the transaction of the event. */
export async function audit(
  tx: Transaction,
  { clock }: { clock: Clock },
  action: SignInAction,
  { outcome = 'done', actor = null, traits }: AuditDetails,
): Promise<void> {
  const payload = JSON.stringify({ action, outcome, actor_id: actor, ...(traits && { traits }) })
  const insert = 'insert into auth.audit_log_entries (payload, created_at) values ($1, $2)'
  await tx.query(insert, [payload, new Date(clock())])
}
