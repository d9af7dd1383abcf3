import * as v from 'valibot'

/** The entry that describes the backup. It comes last, since counts and checksums are known at the end. */
export const contentsName = 'backup.json'
export const keyName = 'encryption.key'
export const tableEntry = (table: string): string => `tables/${table}.copy`

const text = v.string()

export const contentsSchema = v.object({
  format: v.literal('backline-backup'),
  version: v.literal(2),
  id: v.pipe(text, v.uuid()),
  /** The moment whose data it holds, by the clock of the database. */
  snapshot_at: v.pipe(text, v.isoTimestamp()),
  postgresql: text,
  /** Versions of the migrations that made the schema, in order. */
  migrations: v.array(text),
  /** Fingerprints of the key that sealed secrets and signed the links in letters; empty where there was no key yet. */
  sealed_by: v.array(text),
  has_key: v.boolean(),
  /** First days of the months that have a partition of interactions. */
  months: v.array(v.pipe(text, v.isoDate())),
  sequences: v.array(v.object({ name: text, value: text })),
  tables: v.array(
    v.object({
      name: text,
      columns: v.array(text),
      rows: v.pipe(v.number(), v.integer(), v.minValue(0)),
      checksum: text,
    }),
  ),
})

export type Contents = v.InferOutput<typeof contentsSchema>

/** Thrown for a backup that cannot be written or restored. The message is for the operator. */
export class BackupFault extends Error {
  override name = 'BackupFault'
}
