import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { embeddedOwner } from '#server/lib/db/login.ts'
import { readSchema, schemaMark } from '#server/lib/db/setup/schema.ts'
import { formatMailReason } from '#shared/contract/letter-previews.ts'
import {
  type ArchiveEntry,
  type ArchiveTransform,
  type BackupArchive,
  type BackupContents,
  BackupFault,
  keyName,
  tableEntry,
  writeArchive,
} from './backup-archive.ts'
import {
  type BackupTable,
  listTables,
  lockTables,
  measure,
  quoted,
  quotedList,
  readMonths,
  readSequences,
  readServer,
  textSettings,
} from './backup-tables.ts'

export interface WrittenBackup {
  contents: BackupContents
  bytes: number
}

export interface BackupKeyInfo {
  id: string
  /** Fingerprints of the key that encrypted secrets. */
  sealedBy: readonly string[]
  /** The key itself, which only an encrypted backup contains; otherwise null. */
  key: Buffer | null
}

/**
 * Writes all rows of one snapshot while other sessions continue to write. The connection cannot be used until the
 * backup is complete.
 */
export async function writeBackup(
  client: Client,
  sink: Writable,
  { id, sealedBy, key }: BackupKeyInfo,
  seal: ArchiveTransform,
): Promise<WrittenBackup> {
  const schema = readSchema()
  await client.query('begin transaction isolation level repeatable read read only')
  try {
    await client.query(textSettings)
    const { postgresql, now } = await readServer(client)
    const tables = await listTables(client)
    await lockTables(client, tables)
    const measured: BackupContents['tables'] = []
    const entries = tables.map(
      ({ name, columns }): ArchiveEntry => ({
        name: tableEntry(name),
        async open() {
          measured.push({ name, columns, ...(await measure(client, { name, columns })) })
          return client.query(copyTo(`copy (select ${quotedList(columns)} from ${quoted(name)}) to stdout`))
        },
      }),
    )
    // This entry has the same content as the key file in a data folder.
    if (key) entries.push({ name: keyName, open: async () => Readable.from([`${key.toString('base64')}\n`]) })
    let contents: BackupContents | undefined
    const contentsAtEnd = async () => {
      contents = {
        format: 'backline-backup',
        version: 3,
        id,
        snapshot_at: now,
        postgresql,
        schema: schemaMark(schema),
        sealed_by: [...sealedBy],
        has_key: key !== null,
        months: await readMonths(client),
        sequences: await readSequences(client),
        tables: measured,
      }
      return contents
    }
    const bytes = await writeArchive(sink, entries, contentsAtEnd, seal)
    await client.query('rollback')
    if (!contents) throw new Error('backup has no table of contents')
    return { contents, bytes }
  } catch (error) {
    // If the COPY were not read to its end, it would block the connection.
    client.connection.stream.destroy()
    throw error
  }
}

/** Tables that already contain rows when the schema has just been created. */
const seeded = [
  ...['private.last_cleanup', 'private.write_checks'],
  ...['public.desk_settings', 'public.reply_templates', 'public.site_state'],
]

/** Refuses a database that contains rows, without changing anything. */
export async function checkEmpty(client: Client): Promise<void> {
  const full: string[] = []
  for (const { name } of await listTables(client)) {
    if (seeded.includes(name)) continue
    const { rows } = await client.query<{ has: boolean }>(`select exists (select from ${quoted(name)}) as has`)
    if (rows[0]?.has) full.push(name)
  }
  if (full.length === 0) return
  const named = full.slice(0, 5).join(', ')
  throw new BackupFault(
    `The database is not empty (${named}${full.length > 5 ? ` and ${full.length - 5} more tables` : ''} hold rows): ` +
      'restore into an empty database that no server has used.',
  )
}

/** Updates PostgreSQL's statistics, so that its query plans are good from the start. */
export async function analyzeTables(client: Client): Promise<void> {
  const tables = await listTables(client)
  await client.query(`analyze ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

/** Fills the tables in one transaction, so that a failure leaves them empty. Returns the number of withheld emails. */
export async function restoreRows(
  client: Client,
  archive: BackupArchive,
  { sendsWaiting, isOurs = false }: { sendsWaiting: boolean; isOurs?: boolean | undefined },
): Promise<number> {
  const { contents } = archive
  // With this role, new partitions get the same owner as the existing partitions.
  if (isOurs) await client.query(`set role ${embeddedOwner}`)
  await client.query('begin')
  try {
    await client.query(textSettings)
    const tables = await listTables(client)
    const plan = planRestore(tables, contents)
    for (const month of contents.months) {
      await client.query('select private.make_interaction_month($1::date)', [month])
    }
    for (const { name } of plan) await client.query(`alter table ${quoted(name)} disable trigger user`)
    await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
    for (const table of plan) await fill(client, archive, table)
    for (const { name, value } of contents.sequences) {
      await client.query('select pg_catalog.setval($1::pg_catalog.regclass, $2::bigint)', [quoted(name), value])
    }
    for (const { name } of plan) await client.query(`alter table ${quoted(name)} enable trigger user`)
    const held = sendsWaiting ? 0 : await withholdLetters(client)
    await client.query('commit')
    return held
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
}

/** The backup's tables, sorted so that each table follows the tables to which it refers. */
function planRestore(tables: readonly BackupTable[], contents: BackupContents): BackupContents['tables'] {
  const stored = new Map(contents.tables.map((table) => [table.name, table]))
  const plan = tables.flatMap(({ name }) => stored.get(name) ?? [])
  const lost = contents.tables.filter((table) => table.rows > 0 && !plan.includes(table))
  if (lost.length === 0) return plan
  throw new BackupFault(
    `The backup contains tables that this version does not manage: ${lost.map(({ name }) => name).join(', ')}.`,
  )
}

async function fill(client: Client, archive: BackupArchive, table: BackupContents['tables'][number]): Promise<void> {
  const { name, columns, rows, checksum } = table
  const sink = client.query(copyFrom(`copy ${quoted(name)} (${quotedList(columns)}) from stdin`))
  await pipeline(await archive.open(tableEntry(name)), sink)
  const found = await measure(client, table)
  if (found.rows === rows && found.checksum === checksum) return
  throw new BackupFault(
    `${name} does not match the backup: ${found.rows} of ${rows} rows, checksum ${found.checksum} instead of ${checksum}. Nothing was restored.`,
  )
}

const reason = formatMailReason('ERESTORED', 'it may have been sent before the restore')

/**
 * Withholds emails that the original server may have sent since the backup: every email that is due by now is marked as
 * failed, and the team can resend it in the desk. Emails that depend on time, such as reminders, are planned first, so
 * that they are withheld too. Emails that are due later are sent as usual. Webhook deliveries are also sent, because
 * their receivers recognize a duplicate by its id.
 */
async function withholdLetters(client: Client): Promise<number> {
  await client.query('select private.plan_letters(clock_timestamp())')
  const { rowCount } = await client.query(
    `update public.outbox set state = 'failed', lease_owner = null, lease_expires_at = null, may_have_arrived = true, reason = $1,
       settled_at = clock_timestamp()
     where channel = 'letter' and (state = 'sending' or (state = 'waiting' and due_at <= clock_timestamp()))`,
    [reason],
  )
  return rowCount ?? 0
}
