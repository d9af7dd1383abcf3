import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { emptyDatabase } from '#server/lib/db/testing.ts'
import { installSchema } from './prepare.ts'
import { checkFolder, readSchema } from './schema.ts'

const written = 'select obj_description(to_regnamespace($$private$$)::oid, $$pg_namespace$$) as mark'
const schema = readSchema()
const other = 'Backline 0.1.0, schema 0123456789ab'

describe('a database', () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  beforeEach(async () => {
    empty = await emptyDatabase()
  })
  afterEach(() => empty.close())
  const open = () =>
    openDatabase({
      dataDir: '',
      databaseUrl: empty.url,
      migrationUrl: empty.ownerUrl,
      owner: 'test',
      log: () => {},
    })

  it('is set up and marked with the schema version only once if three servers start at the same time', async () => {
    const databases = await Promise.all([open(), open(), open()])
    await Promise.all(databases.map((database) => database.close()))
    expect(await empty.asOwner('select count(*)::int as rows from desk_settings')).toEqual([{ rows: 1 }])
    expect(await empty.asOwner(written)).toEqual([{ mark: `Backline 0.1.0, schema ${schema.digest}` }])
    await (await open()).close()
  })

  it('[D6] stays unchanged if the schema installation fails, so that a later attempt can succeed', async () => {
    const client = new pg.Client(empty.ownerUrl)
    await client.connect()
    const sql = 'create schema private;\ncreate table private.one (id int);\nselect 1 / 0;'
    await expect(installSchema(client, { ...schema, sql })).rejects.toThrow(
      /dist\/schema\.sql failed at line \d: division by zero/,
    )
    expect(await empty.asOwner("select to_regnamespace('private') as there")).toEqual([{ there: null }])
    await client.end()
    await (await open()).close()
  })

  it.each([
    ['another version', `comment on schema private is '${other}'`, other],
    ['a version without a mark', 'select 1', 'a version of Backline from before 28 November 2026'],
  ])('[G3] is refused and left unchanged if it was written by %s', async (_, mark, writer) => {
    await empty.asOwner('create schema private')
    await empty.asOwner(mark)
    const before = await empty.asOwner(written)
    await expect(open()).rejects.toThrow(
      `The database was written by ${writer}, and this is Backline 0.1.0, schema ${schema.digest}, which cannot open it ` +
        'because there are no upgrades before 1.0: start the version that wrote it, or start fresh with an empty ' +
        'database.',
    )
    expect(await empty.asOwner(written)).toEqual(before)
    expect(await empty.asOwner("select to_regnamespace('auth') as there")).toEqual([{ there: null }])
  })
})

describe('the folder of an embedded database', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'backline-folder-'))
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '18\n')
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))
  const mark = (text: string) => writeFileSync(join(dataDir, 'postgres/BACKLINE_SCHEMA'), `${text}\n`)

  it.each([
    ['another version', other, other],
    ['a version without a mark', null, 'a version of Backline from before 28 November 2026'],
  ])('[G3] is refused before PostgreSQL starts if it was written by %s', async (_, text, writer) => {
    if (text !== null) mark(text)
    const before = readdirSync(dataDir, { recursive: true })
    await expect(openDatabase({ dataDir, owner: 'test', log: () => {} })).rejects.toThrow(
      `${join(dataDir, 'postgres')} was written by ${writer}, and this is Backline 0.1.0, schema ${schema.digest}, which cannot ` +
        'open it because there are no upgrades before 1.0: start the version that wrote it, or start fresh with another ' +
        'DATA_DIR.',
    )
    expect(readdirSync(dataDir, { recursive: true })).toEqual(before)
  })

  it('is rejected, with instructions, if another major version of PostgreSQL created it', async () => {
    mark(`Backline 0.1.0, schema ${schema.digest}`)
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    await expect(openDatabase({ dataDir, owner: 'test', log: () => {} })).rejects.toThrow(
      /was written by PostgreSQL 17, but this release includes PostgreSQL 18\. Write a backup .*npm run backup.*npm run restore/,
    )
  })

  it('can be opened by every version that has the same schema', () => {
    mark(`Backline 9.9.9, schema ${schema.digest}`)
    expect(() => checkFolder(dataDir, schema)).not.toThrow()
  })
})
