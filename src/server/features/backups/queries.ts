import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/lib/db/database.ts'
import type { BackupFailure } from '#shared/contract/operations.ts'
import type { NewBackup } from './making.ts'

/** Records a backup in the database, where the desk and monitoring find the record. */
export function recordBackup(
  tx: Transaction,
  { id, address, bytes, contents }: NewBackup,
  everyHours: number | null,
): Promise<void> {
  return recordBackupRow(tx, [id, address, contents.snapshot_at, bytes, contents.has_key, everyHours, null])
}

export function recordBackupFailure(
  tx: Transaction,
  { address, everyHours, code }: { address: string; everyHours: number | null; code: BackupFailure },
): Promise<void> {
  return recordBackupRow(tx, [randomUUID(), address, null, null, false, everyHours, code])
}

async function recordBackupRow(tx: Transaction, values: unknown[]): Promise<void> {
  await tx.query('select private.record_backup($1, $2, $3, $4, $5, $6, $7)', values)
}

/** Queues an email to the team if a backup is late and the team has not been notified. */
export async function queueLateBackupEmail(tx: Transaction): Promise<void> {
  await tx.query('select private.plan_backup_letter()')
}

/** Returns true if the backup belongs to this database. */
export async function recordBackupProof(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ known: boolean }>('select private.record_backup_proof($1) as known', [id])
  return rows[0]?.known === true
}

/** An arbitrary fixed number for the lock, so that only one of several servers on a database writes the backup. */
const lockKey = 7_206_341_011

/**
 * The name of the backup that is due; empty if no backup is due or another server has the lock. The lock lasts as long
 * as the session. A failed backup is due again after an hour.
 */
export async function dueBackupName(session: Transaction, everyHours: number): Promise<string> {
  const { rows } = await session.query<{ name: string; is_due: boolean }>(
    `select to_char(now() at time zone 'UTC', '"backline-"YYYY-MM-DD"T"HH24-MI-SS"Z.zip"') as name, not exists (
       select from private.backups where every_hours is not null
         and created_at > now() - case when failure is null then make_interval(hours => $1) else interval '1 hour' end
     ) as is_due
     from (select pg_try_advisory_lock($2) as is_mine) l where l.is_mine`,
    [everyHours, lockKey],
  )
  return rows[0]?.is_due ? rows[0].name : ''
}
