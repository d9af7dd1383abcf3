import type { Database, Transaction } from '#server/lib/db/database.ts'
import { AuthRefusal } from './refusal.ts'

/**
 * Runs `work` in one transaction. A thrown refusal rolls it back. A returned one commits it, for records that must
 * stay: a counted wrong code, an ended stolen session, an entry of the security log.
 */
export async function decide<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T | AuthRefusal>,
): Promise<T> {
  const decision = await database.transaction('supabase_auth_admin', {}, work)
  if (decision instanceof AuthRefusal) throw decision
  return decision
}
