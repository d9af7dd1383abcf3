import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { DataFolderInUse, openDatabase } from '#server/lib/db/database.ts'
import { findBinaries } from './embedded-binaries.ts'
import { openFolder } from './testing.ts'

// All tests share a folder, because creating a folder takes time.
const dataDir = openFolder()
afterAll(() => rmSync(dataDir, { recursive: true }))
const open = (owner = 'test') => openDatabase({ dataDir, owner, log: () => {} })

it('starts the embedded database with checksums, durable writes and UTF-8, and without a network port', async () => {
  const database = await open()
  for (const [name, value] of Object.entries({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    server_encoding: 'UTF8',
    listen_addresses: '',
  })) {
    const shown = await database.transaction('anon', {}, (tx) => tx.query(`select current_setting('${name}') as value`))
    expect([name, shown.rows]).toEqual([name, [{ value }]])
  }
  expect(lstatSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  expect(lstatSync(join(dataDir, 'postgres/.s.PGSQL.5432')).mode & 0o777).toBe(0o700)
  const session = await database.transaction('anon', {}, (tx) => tx.query('select session_user as name'))
  expect(session.rows).toEqual([{ name: 'authenticator' }])
  await database.close()
})

it('[D5] refuses to open a data folder that is in use, names the server that uses it, and does not interrupt that server', async () => {
  const first = await open('process 1234 on http://127.0.0.1:3000')
  const refusal = await open().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DataFolderInUse)
  expect(refusal).toMatchObject({
    message: 'The data folder is in use by process 1234 on http://127.0.0.1:3000.',
  })
  await first.ping()
  await first.close()
})

it('delivers notifications from the embedded database', async () => {
  const database = await open()
  const heard: string[] = []
  await database.listen('room', { onMessage: (payload) => heard.push(payload), onGap: () => {} })
  await database.transaction('anon', {}, (tx) => tx.query(`select pg_notify('room', 'here')`))
  await expect.poll(() => heard).toEqual(['here'])
  await database.close()
})

it('explains what to do if the embedded database does not support the platform', () => {
  expect(() => findBinaries('sunos', 'x64')).toThrow(/sunos on x64\. Set DATABASE_URL to PostgreSQL 15 or later/)
})
