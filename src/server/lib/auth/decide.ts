import type { Database, Transaction } from '#server/lib/db/database.ts'
import { AuthRefusal } from './refusal.ts'

/**
 * One decision of the auth service in one transaction. A refusal that is thrown undoes what was written; one that is
 * returned keeps it, for what must be remembered although the answer is no: a wrong code counted, a stolen session
 * ended, an entry of the security log.
 */
export async function decide<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T | AuthRefusal>,
): Promise<T> {
  const decision = await database.transaction('supabase_auth_admin', {}, work)
  if (decision instanceof AuthRefusal) throw decision
  return decision
}
