import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, it } from 'vitest'
import yazl from 'yazl'
import { readSchema, schemaMark } from '#server/lib/db/setup/schema.ts'
import { openArchive } from './backup-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'backline-archive-'))
const path = join(folder, 'one.zip')
afterAll(() => rmSync(folder, { recursive: true }))

const schema = readSchema()
const contents = {
  format: 'backline-backup',
  version: 3,
  id: crypto.randomUUID(),
  snapshot_at: '2026-11-28T12:00:00.000Z',
  postgresql: '18.4',
  schema: schemaMark(schema),
  sealed_by: [],
  has_key: false,
  months: [],
  sequences: [],
  tables: [],
}

async function openBackup(change: object) {
  const zip = new yazl.ZipFile()
  zip.addBuffer(Buffer.from(JSON.stringify({ ...contents, ...change })), 'backup.json')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return openArchive(path)
}

it('opens a backup that has the current schema, regardless of which Backline version wrote the backup', async () => {
  const archive = await openBackup({ schema: `Backline 9.9.9, schema ${schema.digest}` })
  expect(archive.contents.id).toBe(contents.id)
  archive.close()
})

it.each([
  ['with another schema', { schema: 'Backline 0.1.0, schema 0123456789ab' }, 'Backline 0.1.0, schema 0123456789ab'],
  [
    'that lists migrations',
    { version: 2, migrations: ['20261128045814'] },
    'a version of Backline from before 28 November 2026',
  ],
])(
  '[G3] refuses a backup %s, names the version that wrote the backup, and explains how to start fresh',
  async (_, change, writer) => {
    await expect(openBackup(change)).rejects.toThrow(
      `${path} was written by ${writer}, and this is ${schemaMark(schema)}, which cannot open it because there are no upgrades ` +
        'before 1.0: start the version that wrote it, or start fresh with another DATA_DIR or an empty ' +
        'database.',
    )
  },
)

it('refuses a backup whose format is unknown', async () => {
  await expect(openBackup({ version: 4 })).rejects.toThrow(
    `${path} is a backup in a format that this version does not support: restore it with the version that wrote it.`,
  )
})
