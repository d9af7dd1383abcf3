import * as v from 'valibot'

/** Why a backup was not written: a full disk, a place that refuses it, missing rights, a database that went away. */
export const backupFailures = ['full', 'place', 'rights', 'database', 'other'] as const
export type BackupFailure = (typeof backupFailures)[number]

const time = v.nullable(v.string())

/** The result of `backup_facts` for owners; all but the last are null if there has never been a backup. */
export const backupFacts = v.object({
  /** The moment whose data the newest backup holds. */
  snapshot_at: time,
  place: v.nullable(v.string()),
  bytes: v.nullable(v.number()),
  /** Whether it contains the key that seals secrets. */
  has_key: v.nullable(v.boolean()),
  /** When a backup was last proven by a restore. */
  proven_at: time,
  /** The newest failed attempt, if no backup succeeded after it. */
  failed_at: time,
  failure: v.nullable(v.picklist(backupFailures)),
  /** Hours between two scheduled backups. */
  every_hours: v.nullable(v.number()),
  /** Two turns of the schedule have passed without a backup. */
  is_late: v.boolean(),
})
export type BackupFacts = v.InferOutput<typeof backupFacts>
