import * as v from 'valibot'

/** The severity of a finding; `consider` marks a finding that may be intentional. */
const checklistSeverities = ['good', 'mend', 'consider', 'unknown'] as const
export type ChecklistSeverity = (typeof checklistSeverities)[number]

/** The result of one check. Times in `says` and `todo` are in UTC, in ISO 8601 format. */
const finding = v.object({
  check: v.string(),
  title: v.string(),
  finding: v.string(),
  state: v.picklist(checklistSeverities),
  says: v.string(),
  todo: v.optional(v.string()),
  /** The path in the desk at which the owner can fix the problem, such as `/site?find=brand.name`. */
  link: v.optional(v.string()),
})
export type ChecklistFinding = v.InferOutput<typeof finding>

/** Body of `POST /ready/v1/checks`, which runs all checks; `now` is the browser's time in milliseconds since 1970. */
export const launchChecklistRequest = v.object({ now: v.number() })
/** The findings, grouped by subject. */
export const launchChecklistSchema = v.object({
  groups: v.array(v.object({ title: v.string(), text: v.string(), findings: v.array(finding) })),
})
export type LaunchChecklist = v.InferOutput<typeof launchChecklistSchema>

/** The code from the email: two groups of four characters, excluding characters that look alike. */
const mailCode = v.pipe(
  v.string(),
  v.transform((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')),
  v.regex(/^[2-9A-HJKMNP-TV-Z]{8}$/, 'Eight letters and digits, such as K7QM-3XWD'),
)
export const mailConfirmation = v.object({ code: mailCode })
export const mailConfirmedSchema = v.object({ confirmed: v.literal(true) })

/**
 * The reason a backup failed: a full disk, an unusable destination, missing permissions, a lost database connection, or
 * something else.
 */
export const backupFailures = ['full', 'place', 'rights', 'database', 'other'] as const
export type BackupFailure = (typeof backupFailures)[number]

const time = v.nullable(v.string())

/**
 * Response of `backup_facts` for owners. Before the first backup, all fields except `every_hours` and `is_late` are
 * null.
 */
export const backupStatusSchema = v.object({
  /** The time of the data snapshot in the latest backup. */
  snapshot_at: time,
  place: v.nullable(v.string()),
  bytes: v.nullable(v.number()),
  /** True if the backup contains the key that encrypts secrets. */
  has_key: v.nullable(v.boolean()),
  /** The time at which a restore last verified a backup. */
  proven_at: time,
  /** The time of the latest failed attempt; null if a backup has succeeded since. */
  failed_at: time,
  failure: v.nullable(v.picklist(backupFailures)),
  /** Hours between scheduled backups. */
  every_hours: v.nullable(v.number()),
  /** True if two scheduled backups were missed. */
  is_late: v.boolean(),
})
export type BackupStatus = v.InferOutput<typeof backupStatusSchema>
