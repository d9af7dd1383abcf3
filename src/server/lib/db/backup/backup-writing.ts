import { Readable, type Writable } from 'node:stream'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Entry, type Seal, writeArchive } from './backup-archive.ts'
import { type Contents, keyName, tableEntry } from './backup-contents.ts'
import {
  listTables,
  lockTables,
  measure,
  quoted,
  quotedList,
  readLedger,
  readMonths,
  readSequences,
  readServer,
  sameText,
} from './backup-tables.ts'

export interface Written {
  contents: Contents
  bytes: number
}

export interface WhatBesides {
  id: string
  /** Fingerprints of the key that sealed secrets. */
  sealedBy: readonly string[]
  /** The key itself, for an encrypted backup; null leaves it out. */
  key: Buffer | null
}

/** Writes all rows of one snapshot while other sessions go on writing. The connection is busy until the end. */
export async function writeBackup(
  client: Client,
  sink: Writable,
  { id, sealedBy, key }: WhatBesides,
  seal: Seal,
): Promise<Written> {
  await client.query('begin transaction isolation level repeatable read read only')
  try {
    await client.query(sameText)
    const { postgresql, now } = await readServer(client)
    const tables = await listTables(client)
    await lockTables(client, tables)
    const measured: Contents['tables'] = []
    const entries = tables.map(
      ({ name, columns }): Entry => ({
        name: tableEntry(name),
        async open() {
          measured.push({ name, columns, ...(await measure(client, { name, columns })) })
          return client.query(copyTo(`copy (select ${quotedList(columns)} from ${quoted(name)}) to stdout`))
        },
      }),
    )
    // The same text as in the key file of a data folder.
    if (key) entries.push({ name: keyName, open: async () => Readable.from([`${key.toString('base64')}\n`]) })
    let contents: Contents | undefined
    const contentsAtEnd = async () => {
      contents = {
        format: 'backline-backup',
        version: 2,
        id,
        snapshot_at: now,
        postgresql,
        migrations: await readLedger(client),
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
    if (!contents) throw new Error('a backup says what it holds')
    return { contents, bytes }
  } catch (error) {
    // A COPY that nothing reads any more would block the connection.
    client.connection.stream.destroy()
    throw error
  }
}
