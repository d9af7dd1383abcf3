import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { callSqlFunction } from '#server/lib/db/rows.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { LogOutcome, SignInAction } from '#shared/contract/log-actions.ts'
import type { StaffRole } from '#shared/contract/team.ts'

/**
 * The desk role of the user in the transaction's claims; null if the user has no role or has not passed two-step
 * verification.
 */
export const readStaffRole = (tx: Transaction): Promise<StaffRole | null> => callSqlFunction(tx, 'private.staff_role')

interface AuditDetails {
  outcome?: LogOutcome
  /**
   * The acting user's id; null for a visitor or the operator. The id is never an email address, because the log
   * outlives the user.
   */
  actor?: string | null
  /** Codes and ids that describe the event, but no personal data and no secrets. */
  traits?: Readonly<Record<string, string | number | boolean>>
}

/** Adds an entry to the audit log, in the same transaction as the event. */
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

export interface AccountLetter {
  letter: Letter
  /** Null if no account exists; the email is then encrypted as usual but never sent. */
  userId: string | null
  /** The expiry of the email's link or code, in milliseconds since 1970; null if the email has neither. */
  endsAt: number | null
}

/**
 * An email to an unknown recipient is also encrypted (with a different purpose string) and then discarded, so that
 * response times reveal nothing.
 */
const purpose = 'letter'

/**
 * Adds emails to the outbox in the same transaction as the change that causes them. The emails are encrypted because
 * they contain keys.
 */
export async function queueAccountLetters(
  tx: Transaction,
  { cipher }: { cipher: Pick<SecretCipher, 'seal'> },
  letters: readonly AccountLetter[],
): Promise<void> {
  for (const { letter, userId, endsAt } of letters) {
    const sealed = await cipher.seal(userId === null ? 'no letter' : purpose, JSON.stringify(letter))
    const ends = endsAt === null ? null : new Date(endsAt)
    await tx.query('select private.enqueue_letter_of_account($1, $2, $3, $4)', [userId, letter.kind, sealed, ends])
  }
}

/** Decrypts an email. Rejects an email that was encrypted with another key. */
export async function decryptLetter(cipher: Pick<SecretCipher, 'open'>, sealed: string): Promise<Letter> {
  return JSON.parse(await cipher.open(purpose, sealed)) as Letter
}

/** An email without a link or code. It never expires. */
export const letterWithoutExpiry = (letter: Letter, userId: string): AccountLetter => ({
  letter,
  userId,
  endsAt: null,
})
