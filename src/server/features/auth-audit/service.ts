import type { Transaction } from '#server/lib/db/database.ts'
import { insertEntry } from './queries.ts'

/** What the security log tells apart. */
export type AuditAction =
  | 'login'
  | 'logout'
  | 'token_refreshed'
  | 'token_revoked'
  | 'user_signedup'
  | 'user_invited'
  | 'user_deleted'
  | 'user_modified'
  | 'user_confirmation_requested'
  | 'user_recovery_requested'
  | 'user_reauthenticate_requested'
  | 'user_updated_password'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'factor_in_progress'
  | 'factor_deleted'
  | 'factors_reset'
  | 'challenge_created'
  | 'verification_attempted'
  | 'generate_recovery_codes'
  | 'recovery_code_used'
  | 'owner_created'
  | 'key_given_up'
  | 'limit_reached'
  | 'sessions_ended'
  | 'token_ended'
  | 'keys_replaced'
  | 'tokens_taken_over'

export interface AuditEntry {
  action: AuditAction
  outcome: 'done' | 'refused'
  /** Who did it; null for a stranger. Never an address: the log outlives a person's wish to be forgotten. */
  actor: string | null
  /** Codes and ids that say more. Nothing personal and no secret. */
  traits?: Readonly<Record<string, string | number | boolean>>
}

/** Writes one line of the security log, in the transaction of what it tells. */
export async function audit(tx: Transaction, entry: AuditEntry, now: Date): Promise<void> {
  const { action, outcome, actor, traits } = entry
  await insertEntry(tx, { action, outcome, actor_id: actor, ...(traits && { traits }) }, now)
}
