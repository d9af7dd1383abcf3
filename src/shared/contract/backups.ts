import * as v from 'valibot'

/** Why a backup was not written: a full disk, a place that refuses it, missing rights, a database that went away. */
export const backupFailures = ['full', 'place', 'rights', 'database', 'other'] as const
export type BackupFailure = (typeof backupFailures)[number]

const time = v.nullable(v.string())

/** What `backup_facts` tells owners; all but the last is null where there has never been a backup. */
export const backupFacts = v.object({
  /** The moment whose data the newest backup holds. */
  snapshot_at: time,
  place: v.nullable(v.string()),
  bytes: v.nullable(v.number()),
  /** Whether it carries the key that seals secrets. */
  has_key: v.nullable(v.boolean()),
  /** When a backup was last proven by a restore. */
  proven_at: time,
  /** The newest try that failed, if no backup succeeded after it. */
  failed_at: time,
  failure: v.nullable(v.picklist(backupFailures)),
  /** Hours between two scheduled backups. */
  every_hours: v.nullable(v.number()),
  /** Two turns of the schedule have passed without a backup. */
  is_late: v.boolean(),
})
export type BackupFacts = v.InferOutput<typeof backupFacts>
