import { backupWords } from '#content/backup-words.ts'
import { backupFailures } from '#shared/contract/backups.ts'
import { consider, type Found, good, mend, text } from './found.ts'
import { readBackups } from './queries.ts'
import type { Look } from './types.ts'

/** Without a schedule a backup lacks all work since then: two days of it are accepted. */
const oldMilliseconds = 2 * 86_400_000

/** A restore proves a backup; the proof expires, because programs, keys and people change. */
const provenMilliseconds = 180 * 86_400_000

/** Whether there is a recent backup, and one that was restored as a test. */
export async function checkBackup({ database, clock }: Look): Promise<Found> {
  const last = await readBackups(database)
  const { snapshot_at: made, failed_at: failed, proven_at: proven, every_hours: everyHours } = last
  if (failed) {
    const { says, mend: todo } =
      backupWords.failures[backupFailures.find((known) => known === last.failure) ?? 'other']
    return mend('broken', text`The backup of ${failed.toISOString()} failed. ${says}`, todo)
  }
  if (!made) {
    return everyHours === null
      ? mend(
          'unset',
          'There is no backup.',
          'Set BACKUP_TO to a folder on another disk or to an S3 place, and start the server anew.',
        )
      : mend(
          'none',
          'Backups are planned, and there is none yet.',
          'Run npm run backup once, and see what it says.',
        )
  }
  const holds = text`The last one holds ${made.toISOString()}`
  if (last.is_late) {
    const says = text`${backupWords.late} ${holds}, and there should be one every ${everyHours ?? 0} hours.`
    return mend('late', says, backupWords.mendLate)
  }
  const plan = 'Set BACKUP_TO, so that the server makes one each day'
  if (everyHours === null && clock() - made.getTime() > oldMilliseconds) {
    return mend('old', `${holds}, and no other is planned.`, `${plan}.`)
  }
  if (!proven || clock() - proven.getTime() > provenMilliseconds) {
    return consider(
      'unproven',
      `${holds}, and no restore has proven one within half a year.`,
      'Run npm run restore -- --check and the newest file: it tries it in a database that is thrown away.',
    )
  }
  if (everyHours !== null) return good(text`${holds}. A restore proved one on ${proven.toISOString()}.`)
  return consider(
    'by_hand',
    `${holds}. It was made by hand, and no other is planned.`,
    `${plan}, unless another program does.`,
  )
}
