import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchServer } from '#rehearsals/launching.ts'
import { startVersion, versions } from '#rehearsals/postgres-versions.ts'
import { postBooking } from '#rehearsals/visitors.ts'
import { makeBackup, openDestination, restoreBackup } from '#server/features/backups/service.ts'
import { siteWithPacksForTest } from '#server/features/packs/testing.ts'
import { openDatabase } from '#server/lib/db/database.ts'
import { openOwnerSession } from '#server/lib/db/owner-session.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { addressOf, runOnce } from '#server/lib/db/test-servers.ts'
import type { TestPostgres } from '#tools/testing/postgres-server.ts'

const site = siteWithPacksForTest()
afterAll(() => site.remove())

describe.each(versions)('a server on PostgreSQL %d', (version) => {
  const folder = mkdtempSync(join(tmpdir(), 'backline-plain-'))
  let server: TestPostgres
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    server = startVersion(version, folder)
    for (const role of ['maker login createrole', 'serving login noinherit', 'plain login', 'plainly login noinherit'])
      await runOnce(server.address, `create role ${role}`)
  })
  afterAll(() => {
    server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function databaseOf(owner: string, name: string) {
    await runOnce(server.address, `create database ${name} owner ${owner}`)
    return (who: string) => addressOf(server.address, name).replace('postgres@', `${who}@`)
  }
  const open = (databaseUrl: string, migrationUrl: string) =>
    openDatabase({ dataDir: '', databaseUrl, migrationUrl, owner: 'a test', log: () => {} })

  /** Expects that a booking is stored, that the service role can read it, and that its email can be leased. */
  async function serves(databaseUrl: string, migrationUrl: string, user: string) {
    const database = await open(databaseUrl, migrationUrl)
    await database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking())))
    const seen = await database.transaction('service_role', {}, (tx) =>
      tx.query('select session_user as "user", status from strategy_call_bookings'),
    )
    expect(seen.rows).toEqual([{ user, status: 'new' }])
    const taken = await database.transaction('backline_outbox', {}, (tx) =>
      tx.query("select kind from private.lease_outbox(gen_random_uuid(), 'letter', 9, '1 minute', now())"),
    )
    expect(taken.rows).toEqual([{ kind: 'request-received' }])
    await database.close()
  }

  it.each([
    ['can create roles', 'maker', 'maker'],
    ['can create roles, with a separate login', 'maker', 'serving'],
    ['is a superuser, with a separate login', 'postgres', 'serving'],
  ])('needs no administrator if the database owner %s', async (_, owner, user) => {
    const at = await databaseOf(owner, `of_${owner}_${user}`)
    await serves(at(user), at(owner), user)
    await runOnce(server.address, `drop database of_${owner}_${user} with (force)`)
  })

  it.each([
    ['without a separate login', 'plain'],
    ['with a separate login', 'plainly'],
  ])(
    'reports the command that an administrator must run if the database owner cannot create roles (%s)',
    async (_, user) => {
      const at = await databaseOf('plain', `of_${user}`)
      const refusal = await open(at(user), at('plain')).then(
        () => '',
        (error: Error) => error.message,
      )
      expect(refusal).toMatch(
        /^The user \w+ of DATABASE_URL cannot switch to the role anon, and plain cannot grant it\. /,
      )
      administer(refusal)
      await serves(at(user), at('plain'), user)
      // A second run changes nothing.
      administer(refusal)
      await (await open(at(user), at('plain'))).close()
    },
  )

  it.each(['maker', 'plain'])(
    'backs up one database and restores it into another database with the same owner (%s)',
    async (owner) => {
      const login = owner === 'maker' ? 'serving' : 'plainly'
      const means = (at: (who: string) => string) => ({
        ...{ dataDir: folder, databaseUrl: at(login), migrationUrl: at(owner) },
        ...{ owner: 'a test', log: () => {} },
      })
      const source = await databaseOf(owner, `saved_${owner}`)
      const target = await databaseOf(owner, `restored_${owner}`)
      if (owner === 'plain') {
        for (const name of ['saved_plain', 'restored_plain']) {
          administer(`run once: psql -d ${name} -c "set backline.login = 'plainly'" -f supabase/administrator.sql`)
        }
      }
      await serves(source(login), source(owner), login)
      const session = await openOwnerSession(means(source))
      const place = openDestination(folder, { access: null, draftFolder: folder })
      await makeBackup(session, place, `${owner}.zip`, { key: null, passphrase: null })
      await session.close()
      await restoreBackup(join(folder, `${owner}.zip`), {
        ...{ options: means(target), configuredKey: null, passphrase: null },
        ...{ withoutKey: false, sendsWaiting: true },
      })
      const restored = await open(target(login), target(owner))
      const { rows } = await restored.transaction('service_role', {}, (tx) =>
        tx.query('select status from strategy_call_bookings'),
      )
      expect(rows).toEqual([{ status: 'new' }])
      await restored.close()
    },
  )

  it('names the command that an administrator must run if bootstrap.sql was run but the owner cannot create roles', async () => {
    const at = await databaseOf('plain', 'half_made')
    administer('run once: psql -d half_made -f supabase/administrator.sql')
    administer('run once: psql -d half_made -f supabase/bootstrap.sql')
    const refusal = await open(at('plain'), at('plain')).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(refusal).toMatch(/^plain cannot prepare the database \(permission denied for schema auth\)\. /)
    administer(refusal)
    await serves(at('plain'), at('plain'), 'plain')
  })

  it('sends emails even though row security applies to all of its database roles', async () => {
    const at = await databaseOf('plain', 'served')
    administer(`run once: psql -d served -c "set backline.login = 'plainly'" -f supabase/administrator.sql`)
    const [DATA_DIR, mail] = [join(folder, 'data'), join(folder, 'data/mail')]
    const launched = launchServer({ DATABASE_URL: at('plainly'), MIGRATION_URL: at('plain'), DATA_DIR }, site.folder)
    try {
      const url = await launched.url()
      expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' })
      expect((await postBooking(url)).status).toBe(201)
      const letters = () => (existsSync(mail) ? readdirSync(mail).filter((file) => file.endsWith('.eml')) : [])
      await expect.poll(letters).toHaveLength(1)
      expect(readFileSync(join(mail, letters()[0] ?? ''), 'utf8')).toContain('ada@example.com')
      await runOnce(
        at('postgres'),
        `do $$ begin if exists (select from pg_roles where rolbypassrls and not rolsuper) then raise 'bypassed'; end if; end $$`,
      )
    } finally {
      expect(await launched.end()).toBe(0)
    }
  })

  /** Runs the command that the error names, as an administrator of that server. */
  function administer(refusal: string) {
    const [, command = ''] = /run once: (psql .*)$/.exec(refusal) ?? []
    const environment = {
      PATH: process.env.PATH,
      PGHOST: server.home,
      PGUSER: 'postgres',
      PGOPTIONS: '--client-min-messages=warning',
    }
    const { status, stderr } = spawnSync('sh', ['-c', `${command} -q -v ON_ERROR_STOP=1`], {
      env: environment,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  }
})
