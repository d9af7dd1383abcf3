import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { embeddedOwner } from '#server/lib/db/login.ts'
import type { Archive } from './backup-archive-reading.ts'
import { BackupFault, type Contents, tableEntry } from './backup-contents.ts'
import { holdLetters } from './backup-letters.ts'
import { listTables, measure, quoted, quotedList, readLedger, sameText, type Table } from './backup-tables.ts'

/** Tables with rows from a migration, which do not make a database count as full. */
const seeded = ['private.last_upkeep', 'private.write_tries', 'public.desk_settings']

/** Refuses a database that holds rows, or that has migrations the backup does not know. Changes nothing. */
export async function checkEmpty(client: Client, { migrations }: Contents): Promise<void> {
  const ahead = (await readLedger(client)).filter((version) => !migrations.includes(version))
  if (ahead.length > 0) {
    throw new BackupFault(
      `The database has migrations that the backup does not know (${ahead.slice(0, 3).join(', ')}…): restore into an empty one.`,
    )
  }
  const full: string[] = []
  for (const { name } of await listTables(client)) {
    if (seeded.includes(name)) continue
    const { rows } = await client.query<{ has: boolean }>(
      `select exists (select from ${quoted(name)}) as has`,
    )
    if (rows[0]?.has) full.push(name)
  }
  if (full.length === 0) return
  const named = full.slice(0, 5).join(', ')
  throw new BackupFault(
    `The database is not empty (${named}${full.length > 5 ? ` and ${full.length - 5} more tables` : ''} hold rows): ` +
      'restore into an empty one, before a server has run on it.',
  )
}

/** Updates PostgreSQL's statistics, so that its first query plans are good. */
export async function analyzeTables(client: Client): Promise<void> {
  const tables = await listTables(client)
  await client.query(`analyze ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

/** Fills the tables in one transaction: a failure leaves them empty. Returns how many letters were held back. */
export async function restoreRows(
  client: Client,
  archive: Archive,
  { sendsWaiting, isOurs = false }: { sendsWaiting: boolean; isOurs?: boolean | undefined },
): Promise<number> {
  const { contents } = archive
  // New partitions then get the same owner as the others.
  if (isOurs) await client.query(`set role ${embeddedOwner}`)
  await client.query('begin')
  try {
    await client.query(sameText)
    const tables = await listTables(client)
    const plan = planOf(tables, contents)
    for (const month of contents.months) {
      await client.query('select private.make_interaction_month($1::date)', [month])
    }
    for (const { name } of plan) await client.query(`alter table ${quoted(name)} disable trigger user`)
    await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
    for (const table of plan) await fill(client, archive, table)
    for (const { name, value } of contents.sequences) {
      await client.query('select pg_catalog.setval($1::pg_catalog.regclass, $2::bigint)', [
        quoted(name),
        value,
      ])
    }
    for (const { name } of plan) await client.query(`alter table ${quoted(name)} enable trigger user`)
    const held = sendsWaiting ? 0 : await holdLetters(client)
    await client.query('commit')
    return held
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
}

/** The tables of the backup in the order in which they can be filled. */
function planOf(tables: readonly Table[], contents: Contents): Contents['tables'] {
  const stored = new Map(contents.tables.map((table) => [table.name, table]))
  const plan = tables.flatMap(({ name }) => stored.get(name) ?? [])
  const lost = contents.tables.filter((table) => table.rows > 0 && !plan.includes(table))
  if (lost.length === 0) return plan
  throw new BackupFault(
    `The backup has tables that are not ours to fill here: ${lost.map(({ name }) => name).join(', ')}.`,
  )
}

async function fill(client: Client, archive: Archive, table: Contents['tables'][number]): Promise<void> {
  const { name, columns, rows, checksum } = table
  const sink = client.query(copyFrom(`copy ${quoted(name)} (${quotedList(columns)}) from stdin`))
  await pipeline(await archive.open(tableEntry(name)), sink)
  const found = await measure(client, table)
  if (found.rows === rows && found.checksum === checksum) return
  throw new BackupFault(
    `${name} is not what was saved: ${found.rows} of ${rows} rows, checksum ${found.checksum} and not ${checksum}. Nothing was restored.`,
  )
}
