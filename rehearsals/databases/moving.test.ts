import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { postBooking } from '#rehearsals/visitors.ts'
import { runBackup, runRestore } from '#server/app/commands/backup-command.ts'
import { command } from '#server/app/commands/command-testing.ts'
import { readConfig } from '#server/app/config/config.ts'
import { start } from '#server/app/running/start.ts'
import { contentsOf, emptyDatabaseForTest, folderForTest } from '#server/features/backups/testing.ts'
import { siteWithPacksForTest } from '#server/features/packs/testing.ts'
import { createLog } from '#server/lib/log.ts'

const site = siteWithPacksForTest()
afterAll(() => site.remove())

const startWith = (environment: Record<string, string>) =>
  start(readConfig({ PORT: '0', ...environment }), site.folder, createLog({ write: () => {} }))

const lettersIn = (folder: string) =>
  existsSync(join(folder, 'mail')) ? readdirSync(join(folder, 'mail')).filter((name) => name.endsWith('.eml')) : []

async function book(url: string, email: string) {
  expect((await postBooking(url, { email })).status).toBe(201)
}

it("moves data from the server's own PostgreSQL to a managed database and back, as the handbook describes", async () => {
  const [DATA_DIR, elsewhere, backups] = [folderForTest(), folderForTest(), folderForTest()]
  const first = await startWith({ DATA_DIR })
  await book(first.url, 'ada@example.com')
  await expect.poll(() => lettersIn(DATA_DIR)).toHaveLength(1)
  await first.stop()
  expect(await command(runBackup, [join(backups, 'there.zip')], { DATA_DIR })).toMatchObject({ code: 0 })

  const managed = await emptyDatabaseForTest('fifteen')
  const there = { DATA_DIR, DATABASE_URL: managed.url, MIGRATION_URL: managed.ownerUrl }
  const moved = await command(runRestore, [join(backups, 'there.zip'), '--send-waiting'], there)
  expect(moved).toMatchObject({
    code: 0,
    says: expect.stringContaining('with matching counts and checksums'),
  })
  const second = await startWith(there)
  await book(second.url, 'grace@example.com')
  await expect.poll(() => lettersIn(DATA_DIR)).toHaveLength(2)
  await second.stop()
  const emails = 'select email from strategy_call_bookings order by email'
  expect(await managed.asOwner(emails)).toEqual([{ email: 'ada@example.com' }, { email: 'grace@example.com' }])

  // Moves the data back: the settings are removed, the data folder is empty, and the key comes from the backup.
  const BACKUP_PASSPHRASE = 'correct horse battery'
  const back = join(backups, 'back.zip')
  expect(await command(runBackup, [back], { ...there, BACKUP_PASSPHRASE })).toMatchObject({ code: 0 })
  const here = { DATA_DIR: elsewhere, BACKUP_PASSPHRASE }
  expect(await command(runRestore, [back, '--send-waiting'], here)).toMatchObject({ code: 0 })
  const owned = { url: '', ownerUrl: '' }
  const again = contentsOf(owned, ['private.backups'], elsewhere)
  expect(await again).toEqual(await contentsOf(managed, ['private.backups']))
  const third = await startWith(here)
  await book(third.url, 'edith@example.com')
  await expect.poll(() => lettersIn(elsewhere)).toHaveLength(1)
  await third.stop()
})
