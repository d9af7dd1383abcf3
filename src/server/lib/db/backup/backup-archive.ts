import { Readable, Transform, type Writable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import yauzl, { type Entry as ZipEntry, type ZipFile } from 'yauzl'
import yazl from 'yazl'
import { isSchema, otherSchemaMessage, readSchema } from '#server/lib/db/setup/schema.ts'

/** The entry that describes the backup. This entry is written last, when all counts and checksums are known. */
const contentsName = 'backup.json'
export const keyName = 'encryption.key'
export const tableEntry = (table: string): string => `tables/${table}.copy`

const text = v.string()

const contentsSchema = v.object({
  format: v.literal('backline-backup'),
  version: v.literal(3),
  id: v.pipe(text, v.uuid()),
  /** The time of the snapshot, according to the database clock. */
  snapshot_at: v.pipe(text, v.isoTimestamp()),
  postgresql: text,
  /** The name of the database's schema, as `schemaMark` returns it. */
  schema: text,
  /** Fingerprints of the key that was used to encrypt secrets and sign email links; empty if no key existed yet. */
  sealed_by: v.array(text),
  has_key: v.boolean(),
  /** The first day of each month that has a partition of interactions. */
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

/** Backups from before 28 November 2026 list the migrations that created their schema. */
const oldContentsSchema = v.object({ format: v.literal('backline-backup'), migrations: v.array(text) })

export type BackupContents = v.InferOutput<typeof contentsSchema>

/** Thrown if a backup cannot be written or restored. The message is for the operator. */
export class BackupFault extends Error {
  override name = 'BackupFault'
}

/**
 * Compared with the default, this level takes a third of the time and produces a fifth more bytes. Speed matters more
 * than size, because visitors' requests need the processors.
 */
const compressionLevel = 1

export interface ArchiveEntry {
  name: string
  open(): Promise<Readable>
}

/** Transforms the bytes of the archive, for example by encrypting them. */
export type ArchiveTransform = (archive: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>

/**
 * Streams the entries into a ZIP file one after the other, and returns the file's size. Calls `contents` after the
 * last entry.
 */
export async function writeArchive(
  sink: Writable,
  entries: readonly ArchiveEntry[],
  contents: () => Promise<BackupContents>,
  seal: ArchiveTransform,
): Promise<number> {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: unknown) => output.destroy(error as Error))
  const last = {
    name: contentsName,
    open: async () => Readable.from([Buffer.from(`${JSON.stringify(await contents(), null, 2)}\n`)]),
  }
  for (const entry of [...entries, last]) {
    // Entries above four gigabytes need ZIP64.
    const options = { compressionLevel, forceZip64Format: true, mode: 0o100600 }
    zip.addReadStreamLazy(entry.name, options, (give) => {
      entry.open().then(
        (stream) =>
          give(
            null,
            stream.on('error', (error) => output.destroy(error)),
          ),
        (error: Error) => output.destroy(error),
      )
    })
  }
  zip.end()
  let bytes = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(output, seal, meter, sink)
  return bytes
}

export interface BackupArchive {
  contents: BackupContents
  open(name: string): Promise<Readable>
  close(): void
}

/** Opens a backup and reads its table of contents. Refuses a file that is incomplete or is not a backup. */
export async function openArchive(path: string): Promise<BackupArchive> {
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch((error: Error & { code?: string }) => {
    throw new BackupFault(
      error.code
        ? `${path} cannot be read (${error.code}).`
        : `${path} is not a backup or is incomplete: ${error.message}.`,
    )
  })
  try {
    const entries = await entriesOf(zip)
    const open = (name: string): Promise<Readable> => {
      const entry = entries.get(name)
      if (!entry) throw new BackupFault(`${path} is not a complete backup: ${name} is missing.`)
      return zip.openReadStreamPromise(entry)
    }
    const contents = readContents(path, JSON.parse(await textOf(await open(contentsName))))
    return { contents, open, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Refuses a backup that has a different schema, before anything is created for the restore. */
function readContents(path: string, json: unknown): BackupContents {
  const schema = readSchema()
  const fresh = 'start fresh with another DATA_DIR or an empty database'
  const old = v.safeParse(oldContentsSchema, json)
  if (old.success) throw new BackupFault(otherSchemaMessage(path, null, schema, fresh))
  const contents = v.safeParse(contentsSchema, json)
  if (!contents.success)
    throw new BackupFault(
      `${path} is a backup in a format that this version does not support: restore it with the version that wrote it.`,
    )
  if (!isSchema(contents.output.schema, schema))
    throw new BackupFault(otherSchemaMessage(path, contents.output.schema, schema, fresh))
  return contents.output
}

async function entriesOf(zip: ZipFile): Promise<Map<string, ZipEntry>> {
  const entries = new Map<string, ZipEntry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return entries
}
