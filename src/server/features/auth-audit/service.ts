import type { Transaction } from '#server/lib/db/database.ts'
import type { LogOutcome, SignInAction } from '#shared/contract/log-actions.ts'
import { insertEntry } from './queries.ts'

export interface AuditEntry {
  action: SignInAction
  outcome: LogOutcome
  /** The person who did it; null for a stranger. Never an address: the log outlives the removal of a person. */
  actor: string | null
  /** Codes and ids that say more. Nothing personal and no secret. */
  traits?: Readonly<Record<string, string | number | boolean>>
}

/** Writes one line of the security log, in the transaction of the event. */
export async function audit(tx: Transaction, entry: AuditEntry, now: Date): Promise<void> {
  const { action, outcome, actor, traits } = entry
  await insertEntry(tx, { action, outcome, actor_id: actor, ...(traits && { traits }) }, now)
}
