import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { encryptStep, withArchive } from '#server/features/backups/encryption.ts'
import {
  backUp,
  destinationForTest,
  emptyDatabaseForTest,
  expectRestored,
  filledDatabase,
  folderForTest,
  passphrase,
  restoreInto,
} from '#server/features/backups/testing.ts'
import { keyName, openArchive, tableEntry, writeArchive } from '#server/lib/db/backup/backup-archive.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'

const ways = [
  ['embedded', 'fifteen'],
  ['fifteen', 'embedded'],
] as const

it.each(ways)(
  'restores a backup of database %s into database %s with the same rows and checksums, and starts a server on the restored database',
  expectRestored,
)

describe('a backup', () => {
  it('[G3] contains a consistent state, even if visitors book while the backup is written', async () => {
    const source = await filledDatabase('embedded')
    const acknowledged: string[] = []
    let isGoing = true
    const book = async () => {
      while (isGoing) {
        const id = randomUUID()
        await source.database.transaction('anon', {}, (tx) =>
          tx.query(...insertion('strategy_call_bookings', booking({ id, email: `${id}@example.com` }))),
        )
        acknowledged.push(id)
      }
    }
    const visitors = Promise.all([book(), book(), book()])
    await expect.poll(() => acknowledged.length).toBeGreaterThan(50)
    const before = [...acknowledged]
    const { place, folder } = await destinationForTest()
    await backUp(source, place)
    isGoing = false
    await visitors
    const target = await emptyDatabaseForTest('embedded')
    await restoreInto(target, join(folder, 'one.zip'))
    const all = 'select b.id, b::text as row from strategy_call_bookings b'
    const rowsOf = async (database: typeof target) =>
      new Map((await database.asOwner<{ id: string; row: string }>(all)).map(({ id, row }) => [id, row]))
    const [kept, there] = [await rowsOf(target), await rowsOf(source)]
    // The backup contains every row that was acknowledged before the backup began, each with the emails from its
    // transaction.
    expect(before.filter((id) => !kept.has(id))).toEqual([])
    expect([...kept].filter(([id, row]) => there.get(id) !== row)).toEqual([])
    const alone = `select count(*)::int as n from strategy_call_bookings b
      where not exists (select from outbox o where o.booking_id = b.id)`
    expect(await target.asOwner(alone)).toEqual([{ n: 0 }])
  })
})

describe('a restore', () => {
  it('[G3] withholds emails that may already have been sent, and sends emails that are due later', async () => {
    const source = await filledDatabase('embedded')
    await source.asOwner(
      `insert into outbox (channel, kind, recipient, due_at) values
         ('letter', 'team-digest', 'soon@example.com', now() + interval '2 hours'),
         ('letter', 'team-digest', 'due@example.com', now() - interval '1 hour')`,
    )
    await source.asOwner(
      `insert into outbox (channel, kind, recipient, due_at, state, lease_owner, lease_expires_at) values
         ('letter', 'team-digest', 'on-its-way@example.com', now(), 'sending', gen_random_uuid(), now() + interval '1 minute')`,
    )
    await source.asOwner(
      "insert into outbox (channel, kind, recipient, state, settled_at) values ('letter', 'team-digest', 'sent@example.com', 'sent', now())",
    )
    const { place, folder } = await destinationForTest()
    await backUp(source, place)
    const target = await emptyDatabaseForTest('embedded')
    const { held } = await restoreInto(target, join(folder, 'one.zip'))
    const states = await target.asOwner<{ recipient: string; state: string; may_have_arrived: boolean }>(
      "select recipient, state, may_have_arrived from outbox where recipient like '%@example.com' and kind = 'team-digest' order by recipient",
    )
    expect(states).toEqual([
      { recipient: 'due@example.com', state: 'failed', may_have_arrived: true },
      { recipient: 'on-its-way@example.com', state: 'failed', may_have_arrived: true },
      { recipient: 'sent@example.com', state: 'sent', may_have_arrived: false },
      { recipient: 'soon@example.com', state: 'waiting', may_have_arrived: false },
    ])
    expect(await target.asOwner("select count(*)::int as held from outbox where state = 'failed'")).toEqual([{ held }])
    const due =
      "select count(*)::int as n from outbox where channel = 'letter' and state in ('waiting', 'sending') and due_at <= now()"
    expect(await target.asOwner(due)).toEqual([{ n: 0 }])
  })

  it('[G3] is refused, and changes nothing, if the database has data, the key or passphrase is wrong, or the file is invalid', async () => {
    const source = await filledDatabase('embedded')
    const { place, folder } = await destinationForTest()
    await backUp(source, place)
    const path = join(folder, 'one.zip')
    const why = (work: Promise<unknown>) =>
      work.then(
        () => 'restored',
        (error: Error) => `${error.name}: ${error.message}`,
      )
    expect(await why(restoreInto(source, path))).toMatch(/BackupFault: The database is not empty \(auth\.users/)
    const target = await emptyDatabaseForTest('embedded')
    expect(await why(restoreInto(target, path, { configuredKey: randomBytes(32) }))).toContain(
      'ENCRYPTION_KEY does not match this backup',
    )
    expect(await why(restoreInto(target, path, { passphrase: 'another passphrase' }))).toContain(
      'BACKUP_PASSPHRASE is not',
    )
    expect(await why(restoreInto(target, path, { passphrase: null }))).toContain('set BACKUP_PASSPHRASE')
    const open = join(folder, 'open.zip')
    await backUp(source, place, 'open.zip', null)
    expect(await why(restoreInto(target, open))).toContain('--without-key')
    const torn = join(folder, 'torn.zip')
    for (const whole of [path, open]) {
      writeFileSync(torn, readFileSync(whole).subarray(0, -100))
      expect(await why(restoreInto(target, torn))).toContain('is not a backup or is incomplete')
    }
    expect(await why(restoreInto(target, join(folder, 'none.zip')))).toContain('cannot be read (ENOENT)')
    // None of these attempts changed anything.
    expect(await target.asOwner("select to_regnamespace('private') as there")).toEqual([{ there: null }])
    expect((await restoreInto(target, open, { withoutKey: true })).key).toBeNull()
  })

  it('leaves the database empty if the backup was tampered with, and then succeeds with an intact backup', async () => {
    const source = await filledDatabase('embedded')
    const { place, folder } = await destinationForTest()
    await backUp(source, place)
    const path = join(folder, 'one.zip')
    const spoiled = join(folder, 'spoiled.zip')
    const changed = 'public.user_interactions'
    await withArchive(path, { passphrase, folder }, async (plain) => {
      const archive = await openArchive(plain)
      const { contents } = archive
      const entries = [...contents.tables.map(({ name }) => tableEntry(name)), keyName].map((name) => ({
        name,
        async open() {
          const stream = await archive.open(name)
          if (name !== tableEntry(changed)) return stream
          return Readable.from([Buffer.from((await text(stream)).replace('page_view', 'search'))])
        },
      }))
      await writeArchive(createWriteStream(spoiled), entries, async () => contents, encryptStep(null))
      archive.close()
    })
    const target = await emptyDatabaseForTest('embedded')
    const dataDir = folderForTest()
    await expect(restoreInto(target, spoiled, { dataDir })).rejects.toThrow(`${changed} does not match the backup`)
    expect(await target.asOwner('select count(*)::int as n from strategy_call_bookings')).toEqual([{ n: 0 }])
    expect(existsSync(join(dataDir, 'encryption.key'))).toBe(false)
    await restoreInto(target, path, { dataDir })
    expect(await target.asOwner('select count(*)::int as n from strategy_call_bookings')).toEqual([{ n: 2 }])
  })
})
