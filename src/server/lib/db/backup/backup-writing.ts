import { Readable, type Writable } from 'node:stream'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Entry, writeArchive } from './backup-archive.ts'
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
  /** That key under a passphrase; null leaves it out. */
  sealedKey: string | null
}

/** Writes all rows, as they are at one moment, while others go on writing. The connection is its own for as long. */
export async function writeBackup(
  client: Client,
  sink: Writable,
  { id, sealedBy, sealedKey }: WhatBesides,
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
    if (sealedKey !== null) {
      entries.push({ name: keyName, open: async () => Readable.from([Buffer.from(sealedKey)]) })
    }
    let contents: Contents | undefined
    const bytes = await writeArchive(sink, entries, async () => {
      contents = {
        format: 'backline-backup',
        version: 1,
        id,
        snapshot_at: now,
        postgresql,
        migrations: await readLedger(client),
        sealed_by: [...sealedBy],
        has_key: sealedKey !== null,
        months: await readMonths(client),
        sequences: await readSequences(client),
        tables: measured,
      }
      return contents
    })
    await client.query('rollback')
    if (!contents) throw new Error('a backup says what it holds')
    return { contents, bytes }
  } catch (error) {
    // A COPY that nobody reads any more would keep the connection waiting.
    client.connection.stream.destroy()
    throw error
  }
}
