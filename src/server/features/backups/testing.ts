import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openKeys } from '#server/features/auth-sessions/service.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { listTables, measure, textSettings } from '#server/lib/db/backup/backup-tables.ts'
import { openDatabase } from '#server/lib/db/database.ts'
import { openOwnerSession } from '#server/lib/db/owner-session.ts'
import { booking, hostForTest, insertion, message } from '#server/lib/db/rows-testing.ts'
import type { TestServer } from '#server/lib/db/test-servers.ts'
import { deskMember, emptyDatabase, type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { type BackupDestination, folderDestination } from './destination.ts'
import { makeBackup, type RestoreResult, restoreBackup } from './service.ts'

export const passphrase = 'correct horse battery'

export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backline-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type DatabaseUrls = Pick<TestDatabase, 'url' | 'ownerUrl'>
export const optionsFor = ({ url, ownerUrl }: DatabaseUrls, dataDir = '') => ({
  dataDir,
  databaseUrl: url,
  migrationUrl: ownerUrl,
  owner: 'a test',
  log: () => {},
})

/** A database that has rows of every kind. Some of the rows are encrypted with `key`. */
export async function filledDatabase(server: TestServer) {
  const test = await testDatabase(server)
  onTestFinished(() => test.close())
  const key = randomBytes(32)
  await openKeys({
    database: test.database,
    clock: Date.now,
    cipher: openSecretCipher(key),
    issuer: () => 'http://127.0.0.1',
    audience: 'authenticated',
    tokenSeconds: 3600,
  })
  const owner = await deskMember(test, 'owner')
  await owner.run("update desk_settings set weekly_capacity = 7, time_zone = 'Europe/Berlin'")
  const ids = [randomUUID(), randomUUID()]
  for (const id of ids) {
    const text = 'Grüße\t„Tab“, back\\slash\nand 💥'
    await test.database.transaction('anon', {}, (tx) =>
      tx.query(...insertion('strategy_call_bookings', booking({ id, message: text, email: `${id}@example.com` }))),
    )
  }
  await test.database.transaction('anon', {}, (tx) =>
    tx.query(...insertion('contact_messages', message({ id: randomUUID() }))),
  )
  await owner.run("insert into notes (booking_id, body) values ($1, 'A note')", [ids[0]])
  const host = await hostForTest(test, {
    dates: [['2026-12-24', null, null]],
    busy: [['2026-12-01T10:00:00Z', '2026-12-01T11:00:00Z']],
  })
  // One hold is still valid; the other expired a minute ago.
  await test.asOwner(
    `insert into private.call_holds (booking, host, slot, until)
     select h.booking, $2, tstzrange(now() + h.nth * interval '1 day', now() + h.nth * interval '25 hours'),
       now() + interval '1 day' - (h.nth - 1) * interval '1 day 1 minute'
     from unnest($1::uuid[]) with ordinality h (booking, nth)`,
    [ids, host],
  )
  await test.asOwner("select private.make_interaction_month('2026-01-01')")
  await test.asOwner(
    `insert into user_interactions (id, created_at, session_id, event_type, event_data)
     select gen_random_uuid(), '2025-12-30T00:00:00Z'::timestamptz + n * interval '1 hour', gen_random_uuid(), 'page_view',
       jsonb_build_object('n', n)
     from generate_series(1, 2000) n`,
  )
  return { ...test, key, ids }
}

export async function destinationForTest(): Promise<{ place: BackupDestination; folder: string }> {
  const folder = folderForTest()
  return { place: folderDestination(folder), folder }
}

export async function backUp(
  source: DatabaseUrls & { key: Buffer },
  place: BackupDestination,
  name = 'one.zip',
  sealedWith: string | null = passphrase,
) {
  const session = await openOwnerSession(optionsFor(source))
  try {
    return await makeBackup(session, place, name, { key: source.key, passphrase: sealedWith })
  } finally {
    await session.close()
  }
}

export async function emptyDatabaseForTest(server: TestServer) {
  const target = await emptyDatabase(server)
  onTestFinished(() => target.close())
  return target
}

export function restoreInto(
  target: DatabaseUrls,
  path: string,
  change: {
    dataDir?: string
    configuredKey?: Buffer | null
    withoutKey?: boolean
    sendsWaiting?: boolean
    passphrase?: string | null
  } = {},
): Promise<RestoreResult> {
  const { dataDir = folderForTest(), ...others } = change
  return restoreBackup(path, {
    options: optionsFor(target, dataDir),
    configuredKey: null,
    passphrase,
    withoutKey: false,
    sendsWaiting: false,
    ...others,
  })
}

/** The number of rows and the checksum of each table, except tables that a restore changes. */
export async function contentsOf(given: DatabaseUrls, except: readonly string[] = [], dataDir = '') {
  const session = await openOwnerSession(optionsFor(given, dataDir))
  const { client } = session
  await client.query('begin')
  await client.query(textSettings)
  const found: Record<string, object> = {}
  for (const table of await listTables(client)) {
    if (!except.includes(table.name)) found[table.name] = await measure(client, table)
  }
  await session.close()
  return found
}

/** Backs up a database on one server, restores it on another, and starts the application there. */
export async function expectRestored(from: TestServer, to: TestServer): Promise<void> {
  const source = await filledDatabase(from)
  const { place, folder } = await destinationForTest()
  const made = await backUp(source, place)
  expect(made.bytes).toBeGreaterThan(1000)
  const target = await emptyDatabaseForTest(to)
  const dataDir = folderForTest()
  const restored = await restoreInto(target, join(folder, 'one.zip'), { dataDir, sendsWaiting: true })
  expect(restored.key).toBe('backup')
  expect(readFileSync(join(dataDir, 'encryption.key'), 'utf8').trim()).toBe(source.key.toString('base64'))
  expect(await contentsOf(target)).toEqual(await contentsOf(source))
  // A restore creates monthly partitions before their rows, and recomputes generated columns.
  const rows = 'select count(*)::int as n from user_interactions_2026_01'
  expect(await target.asOwner(rows)).toEqual(await source.asOwner(rows))
  const found = "select id from strategy_call_bookings where search like '%ada lovelace%' order by id"
  expect(await target.asOwner(found)).toEqual(await source.asOwner(found))
  expect(await target.asOwner(found)).toHaveLength(2)

  const database = await openDatabase(optionsFor(target))
  await database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking())))
  expect(await target.asOwner("select count(*)::int as n from outbox where state = 'waiting'")).not.toEqual([{ n: 0 }])
  await database.close()
}
