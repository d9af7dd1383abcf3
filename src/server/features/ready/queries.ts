import type { AccessClaims } from '#server/lib/auth/context.ts'
import type { Database } from '#server/lib/db/database.ts'
import { callSqlFunction, singleRow } from '#server/lib/db/rows.ts'
import type { BackupFacts, ReadyFacts } from './types.ts'

/** Runs with the cleanup job's role, because the server also runs the checks without a user. */
export async function readFacts(database: Database): Promise<ReadyFacts> {
  const answer = await callSqlFunction(database.alone('backline_upkeep', {}), 'private.ready_facts')
  if (answer === null) throw new Error('settings row is missing')
  return answer as unknown as ReadyFacts
}

/** All facts are null if there has never been a backup. */
export async function readBackups(database: Database): Promise<BackupFacts> {
  const { rows } = await database
    .alone('backline_upkeep', {})
    .query<BackupFacts>(
      'select snapshot_at, place, proven_at, failed_at, failure, every_hours, is_late from private.backup_facts()',
    )
  return singleRow(rows)
}

/** Records that this owner confirmed a test email. */
export const keepMailProof = (database: Database, claims: AccessClaims, server: string, sender: string) =>
  database.transaction('backline_upkeep', { ...claims }, async (tx) => {
    await tx.query('select private.confirm_mail($1, $2)', [server, sender])
  })
