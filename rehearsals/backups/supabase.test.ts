import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asRole, stateOfAuth } from '#rehearsals/supabase/layout.ts'
import {
  beside,
  fillProject,
  newProject,
  ofPeople,
  type Project,
  refusal,
  settingsOf,
  signUp,
  startProjects,
} from '#rehearsals/supabase/projects.ts'
import { runBackup, runRestore } from '#server/app/backup-command.ts'
import { command } from '#server/app/command-testing.ts'
import { readConfig } from '#server/app/config.ts'
import { start } from '#server/app/start.ts'
import {
  backUp,
  contentsOf,
  emptyForTest,
  filledDatabase,
  folderForTest,
  placeForTest,
} from '#server/features/backups/testing.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { readAdministrator } from '#server/lib/db/migration-files.ts'
import { createLog } from '#server/lib/log.ts'
import type { ForeignServer } from '#tools/postgres-fifteen.ts'
import { versions } from '#tools/postgres-versions.ts'

const site = siteForTest()
writePacksForTest(join(site.folder, '../packs'))
afterAll(() => site.remove())

describe.each(versions)(
  "backups of a Supabase project's database on PostgreSQL %d go from and to",
  (version) => {
    const folder = mkdtempSync(join(tmpdir(), 'backline-supabase-'))
    const file = join(folder, 'project.zip')
    const key = randomBytes(32)
    let server: ForeignServer
    let source: Project
    let saved: { code: number; says: string }

    beforeAll(async () => {
      chmodSync(folder, 0o755)
      server = await startProjects(version, folder)
      source = await newProject(server)
      await fillProject(source, key)
      const ENCRYPTION_KEY = key.toString('base64')
      saved = await command(runBackup, [file], { ...beside(source, folder), ENCRYPTION_KEY })
    })
    afterAll(() => {
      server?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    /** What was saved, but for the note of the backup itself, which follows it. */
    const contents = (given: { url: string; ownerUrl: string }, except: string[] = []) =>
      contentsOf(given, ['private.backups', ...except])
    const restore = (environment: Record<string, string>, ...flags: string[]) =>
      command(runRestore, [file, '--send-waiting', ...flags], environment)
    const listening = () => createLog({ write: () => {} })
    const startWith = (environment: Record<string, string>) =>
      start(readConfig(environment), site.folder, listening())

    /** On a server of its own, where the owner may make no role. */
    async function plainOwner() {
      const target = await emptyForTest('fifteen')
      const owner = `plain_${randomUUID().replaceAll('-', '')}`
      await target.asOwner(`create role ${owner} login`)
      const [row] = await target.asOwner<{ name: string }>('select current_database() as name')
      await target.asOwner(`alter database ${row?.name} owner to ${owner}`)
      await target.asOwner(readAdministrator({ login: 'authenticator' }))
      return { ...target, ownerUrl: asRole(target.ownerUrl, owner) }
    }
    /** The same data as `filledDatabase` has, brought there by a restore. */
    async function ownFilled(kind: 'embedded' | 'plain') {
      const filled = await filledDatabase('embedded')
      if (kind === 'embedded') return filled
      const [target, { place, folder: where }] = [await plainOwner(), await placeForTest()]
      await backUp(filled, place)
      const path = join(where, 'one.zip')
      expect(await command(runRestore, [path, '--send-waiting'], settingsOf(target))).toMatchObject({
        code: 0,
      })
      return { ...target, key: filled.key }
    }
    const own = { embedded: () => emptyForTest('embedded'), plain: plainOwner }

    it('a file that says whose accounts are not in it', async () => {
      expect(saved).toMatchObject({ code: 0 })
      expect(saved.says).toContain('The encryption key is in it, under BACKUP_PASSPHRASE.')
      expect(saved.says).toMatch(/Accounts are not in it, since they belong to another role.*auth\.users/)
      expect(await source.ask('select place, failure from private.backups')).toEqual([
        { place: file, failure: null },
      ])
    })

    it('another project that has the accounts, whole', async () => {
      const target = await newProject(server)
      await signUp(target)
      const before = await stateOfAuth({ ...server, address: target.address })
      const DATA_DIR = folderForTest()
      expect(await restore(beside(target, DATA_DIR))).toMatchObject({
        code: 0,
        says: expect.not.stringContaining('Left behind'),
      })
      expect(await contents(target)).toEqual(await contents(source))
      expect(readFileSync(join(DATA_DIR, 'encryption.key'), 'utf8').trim()).toBe(key.toString('base64'))
      expect(await stateOfAuth({ ...server, address: target.address })).toEqual(before)
      const references = "select count(*)::int as n from pg_constraint where contype = 'f'"
      expect(await target.ask(references)).toEqual(await source.ask(references))
    })

    it('another project without the accounts: not at all, or without what needs them', async () => {
      const [target, DATA_DIR] = [await newProject(server), folderForTest()]
      expect(await restore(beside(target, DATA_DIR))).toEqual(
        refusal(
          'Accounts that rows of the backup need are not here (1 of public.outbox, 2 of public.staff_members)',
        ),
      )
      expect(existsSync(join(DATA_DIR, 'encryption.key'))).toBe(false)
      expect(await target.ask('select from strategy_call_bookings')).toEqual([])
      expect(await restore(beside(target, DATA_DIR), '--without-accounts')).toMatchObject({
        code: 0,
        says: expect.stringContaining(
          'Left behind, with what belongs to it, since a project keeps its accounts itself: 1 of public.outbox, 2 of public.staff_members.',
        ),
      })
      expect(await contents(target, ofPeople)).toEqual(await contents(source, ofPeople))
      const kept = 'select id, o::text as row from outbox o where user_id is null order by id'
      expect(await target.ask(kept)).toEqual(await source.ask(kept))
      expect(await target.ask('select from private.last_here')).toEqual([])
    })

    it.each(['embedded', 'plain'] as const)(
      'a database of our own, %s: without accounts where that is asked for',
      async (kind) => {
        const [target, DATA_DIR] = [await own[kind](), folderForTest()]
        expect(await restore(settingsOf(target, DATA_DIR))).toEqual(refusal('--without-accounts'))
        expect(await restore(settingsOf(target, DATA_DIR), '--without-accounts')).toMatchObject({ code: 0 })
        const saw = await contents(target, ofPeople)
        for (const [name, measured] of Object.entries(await contents(source, ofPeople))) {
          expect([name, saw[name]]).toEqual([name, measured])
        }
        // Nobody is at the desk yet: the start offers the link that makes the first owner.
        const running = await startWith(settingsOf(target, DATA_DIR))
        expect(running.ownerLink).toContain('http')
        await running.stop()
      },
    )

    it.each(['embedded', 'plain'] as const)(
      'and a project from a database of our own, %s: without accounts where that is asked for',
      async (kind) => {
        const from = await ownFilled(kind)
        const { place, folder: where } = await placeForTest()
        await backUp(from, place)
        const [target, path] = [await newProject(server), join(where, 'one.zip')]
        const before = await stateOfAuth({ ...server, address: target.address })
        expect(await command(runRestore, [path], beside(target))).toEqual(
          refusal('The backup has accounts (2), and those of this database belong to supabase_auth_admin'),
        )
        expect(await target.ask("select to_regnamespace('private') as there")).toEqual([{ there: null }])
        const flags = ['--without-accounts', '--send-waiting']
        const restored = await command(runRestore, [path, ...flags], beside(target))
        expect(restored).toMatchObject({ code: 0 })
        expect(restored.says).toContain('2 of auth.users, 1 of auth.sessions, 2 of public.staff_members.')
        const [saw, there] = [await contents(target, ofPeople), await contents(from, ofPeople)]
        for (const name of Object.keys(there)) {
          if (!name.startsWith('auth.')) expect([name, saw[name]]).toEqual([name, there[name]])
        }
        expect(await target.ask('select from staff_members')).toEqual([])
        expect(await stateOfAuth({ ...server, address: target.address })).toEqual(before)
      },
    )

    it('a database of our own from a project that was moved, with its accounts', async () => {
      const moved = await newProject(server)
      await fillProject(moved, key)
      await moved.ask("insert into auth.schema_migrations values ('20261101000000')")
      const settings = {
        ...settingsOf({ ...moved, ownerUrl: asRole(moved.address, 'supabase_admin') }, folder),
        JWT_ISSUER: 'https://abc.supabase.co/auth/v1',
        JWT_SECRET: 'a shared secret of at least 32 bytes',
        ENCRYPTION_KEY: key.toString('base64'),
      }
      const path = join(folderForTest(), 'moved.zip')
      expect(await command(runBackup, [path], settings)).toMatchObject({
        code: 0,
        says: expect.not.stringContaining('Accounts are not in it'),
      })
      const target = await own.embedded()
      expect(await command(runRestore, [path, '--send-waiting'], settingsOf(target))).toMatchObject({
        code: 0,
        says: expect.stringMatching(/Left behind.*: 1 of auth\.schema_migrations\.$/m),
      })
      const ids = 'select id from auth.users order by id'
      expect(await target.asOwner(ids)).toEqual(await moved.ask(ids))
      expect(await contents(target)).toMatchObject(await contents(moved))
    })
  },
)
