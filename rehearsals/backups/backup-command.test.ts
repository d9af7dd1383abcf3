import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runBackup, runRestore } from '#server/app/commands/backup-command.ts'
import { command } from '#server/app/commands/command-testing.ts'
import { openDatabase } from '#server/lib/db/database.ts'
import { openFolder } from '#server/lib/db/embedded/testing.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'

const dataDir = openFolder()
const elsewhere = openFolder()
const backups = mkdtempSync(join(tmpdir(), 'backline-backups-'))
afterAll(() => {
  for (const folder of [dataDir, elsewhere, backups]) rmSync(folder, { recursive: true, force: true })
})
const file = join(backups, 'one.zip')

const open = (folder: string) => openDatabase({ dataDir: folder, owner: 'process 1 on a test', log: () => {} })

it('[G3] backs up a running server, verifies the backup, and restores it on another server while that server is stopped', async () => {
  const here = { DATA_DIR: dataDir }
  expect(await command(runBackup, [file], here)).toMatchObject({
    code: 1,
    says: expect.stringContaining('no database'),
  })
  const database = await open(dataDir)
  await database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking())))

  expect(await command(runBackup, [file], here)).toMatchObject({
    code: 0,
    says: expect.stringContaining(file),
  })
  expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK')
  const again = await command(runBackup, [file], here)
  expect(again).toMatchObject({ code: 1, says: expect.stringContaining('already exists') })
  expect(await command(runRestore, ['--check', file], here)).toMatchObject({
    code: 0,
    says: expect.stringContaining('The desk shows it as verified'),
  })
  expect(await command(runRestore, [file], here)).toMatchObject({
    code: 1,
    says: expect.stringContaining('in use by process 1 on a test'),
  })
  await database.close()
  expect(await command(runRestore, [file], here)).toMatchObject({
    code: 1,
    says: expect.stringContaining('The database is not empty'),
  })

  expect(await command(runRestore, [file], { DATA_DIR: elsewhere })).toMatchObject({
    code: 0,
    says: expect.stringContaining('with matching counts and checksums'),
  })
  const restored = await open(elsewhere)
  const { rows } = await restored.transaction('service_role', {}, (tx) =>
    tx.query('select email, (select count(*)::int from user_interactions) as events from strategy_call_bookings'),
  )
  expect(rows).toEqual([{ email: 'ada@example.com', events: 0 }])
  await restored.close()
})
