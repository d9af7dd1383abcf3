import * as v from 'valibot'

/**
 * The weight of a finding. `mend`: must be fixed before the site goes public; `consider`: may be intended; `unknown`:
 * could not be determined now.
 */
const readyStates = ['good', 'mend', 'consider', 'unknown'] as const
export type ReadyState = (typeof readyStates)[number]

/** The result of one check. Times in its sentences are ISO 8601, in UTC. */
const finding = v.object({
  check: v.string(),
  title: v.string(),
  finding: v.string(),
  state: v.picklist(readyStates),
  says: v.string(),
  todo: v.optional(v.string()),
})
export type ReadyFinding = v.InferOutput<typeof finding>

/** `POST /ready/v1/checks` runs all checks; `now` is the browser's time in milliseconds since 1970. */
export const readyRequest = v.object({ now: v.number() })
/** The results, grouped by subject. */
export const readyAnswer = v.object({
  groups: v.array(v.object({ title: v.string(), text: v.string(), findings: v.array(finding) })),
})
export type ReadyAnswer = v.InferOutput<typeof readyAnswer>

/** The code of the letter: two groups of four, without characters that look alike. */
const mailCode = v.pipe(
  v.string(),
  v.transform((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')),
  v.regex(/^[2-9A-HJKMNP-TV-Z]{8}$/, 'Eight letters and digits, such as K7QM-3XWD'),
)
export const mailConfirmation = v.object({ code: mailCode })
export const mailConfirmed = v.object({ confirmed: v.literal(true) })

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
