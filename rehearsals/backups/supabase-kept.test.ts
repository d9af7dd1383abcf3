import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  beside,
  fillProject,
  newProject,
  type Project,
  refusal,
  signUp,
  startProjects,
} from '#rehearsals/supabase/projects.ts'
import { runBackup, runRestore } from '#server/app/backup-command.ts'
import { runCommand } from '#server/app/command.ts'
import { command } from '#server/app/command-testing.ts'
import { readConfig } from '#server/app/config.ts'
import { start } from '#server/app/start.ts'
import { folderForTest } from '#server/features/backups/testing.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { once } from '#server/lib/db/test-servers.ts'
import { createLog } from '#server/lib/log.ts'
import type { ForeignServer } from '#tools/postgres-fifteen.ts'
import { versions } from '#tools/postgres-versions.ts'

const site = siteForTest()
writePacksForTest(join(site.folder, '../packs'))
afterAll(() => site.remove())

describe.each(versions)('backups beside a Supabase project on PostgreSQL %d are', (version) => {
  const folder = mkdtempSync(join(tmpdir(), 'backline-supabase-'))
  const file = join(folder, 'project.zip')
  const key = randomBytes(32)
  let server: ForeignServer
  let source: Project

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    server = await startProjects(version, folder)
    source = await newProject(server)
    await fillProject(source, key)
    const ENCRYPTION_KEY = key.toString('base64')
    await command(runBackup, [file], { ...beside(source, folder), ENCRYPTION_KEY })
  })
  afterAll(() => {
    server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const restore = (environment: Record<string, string>, ...flags: string[]) =>
    command(runRestore, [file, '--send-waiting', ...flags], environment)
  const listening = () => createLog({ write: () => {} })
  const startWith = (environment: Record<string, string>) =>
    start(readConfig(environment), site.folder, listening())

  it('proven in a database that is thrown away', async () => {
    const checked = await command(runRestore, ['--check', file], beside(source, folder))
    expect(checked).toMatchObject({ code: 0 })
    expect(checked.says).toContain('The backup is whole.')
    expect(checked.says).toContain('Accounts are not in it')
    expect(checked.says).toContain('The desk shows it as proven.')
  })

  it('written by a schedule, by the server that runs there', async () => {
    const BACKUP_TO = folderForTest()
    const ENCRYPTION_KEY = key.toString('base64')
    const running = await startWith({ ...beside(source), BACKUP_TO, ENCRYPTION_KEY })
    const written = () => readdirSync(BACKUP_TO).filter((name) => name.endsWith('.zip'))
    await expect.poll(written).toHaveLength(1)
    const facts = 'select failure, has_key, every_hours from private.backups order by created_at desc limit 1'
    await expect.poll(() => source.ask(facts)).toEqual([{ failure: null, has_key: true, every_hours: 24 }])
    await running.stop()
    const path = join(BACKUP_TO, written()[0] ?? '')
    const checked = await command(runRestore, ['--check', path], beside(source, folder))
    expect(checked).toMatchObject({ code: 0, says: expect.stringContaining('shows it as proven') })

    // Only the owner of the tables reads all of them, and a server without that address does not start.
    const { MIGRATION_URL: _, ...serving } = beside(source)
    await expect(startWith({ ...serving, BACKUP_TO, ENCRYPTION_KEY })).rejects.toThrow(
      'BACKUP_TO asks for backups that nobody may write.',
    )
  })

  it('restored with a calendar that stands still until an operator confirms the day', async () => {
    const target = await newProject(server)
    await signUp(target)
    const environment = beside(target)
    await restore(environment)
    await target.ask('update private.last_upkeep set day = current_date - 30')
    const now = "select (now() at time zone 'UTC')::date::text as today, day::text from private.last_upkeep"
    const [row] = await target.ask<{ today: string; day: string }>(now)
    expect(await command(runCommand, ['confirm-date', row?.day ?? ''], environment)).toEqual(
      refusal(`It is ${row?.today} for the database`),
    )
    expect((await command(runCommand, ['confirm-date', row?.today ?? ''], environment)).code).toBe(0)
    expect(await target.ask(now)).toEqual([{ today: row?.today, day: row?.today }])
  })

  it('restored without the key that sealed webhooks, and led on from there', async () => {
    const [target, bare] = [await newProject(server), { BACKUP_PASSPHRASE: '' }]
    await signUp(target)
    const environment = { ...beside(target), ...bare }
    expect(await restore(environment)).toEqual(refusal('The key of this backup'))
    expect((await restore(environment, '--without-key')).code).toBe(0)
    const why = await startWith(environment).then(
      () => 'started',
      (error: Error) => error.message,
    )
    expect(why).toContain('If that key is lost for good, remove all rows of public.webhooks as the owner')
    await once(target.ownerUrl, 'delete from public.webhooks')
    const running = await startWith(environment)
    expect(await (await fetch(`${running.url}/readyz`)).json()).toEqual({ status: 'ready' })
    await running.stop()
  })
})
