import { randomUUID } from 'node:crypto'
import { once as event } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runCommand } from '#server/app/command.ts'
import { readConfig } from '#server/app/config.ts'
import { launchServer } from '#server/app/launching.ts'
import { start } from '#server/app/start.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { sealNewSecret } from '#server/features/webhooks/service.ts'
import { openSecretBox } from '#server/lib/crypto/secret-box.ts'
import { readMigrations } from '#server/lib/db/migration-files.ts'
import { booking, insertion } from '#server/lib/db/visitor-rows.ts'
import { createLog } from '#server/lib/log.ts'
import type { ForeignServer } from '#tools/postgres-fifteen.ts'
import { versions } from '#tools/postgres-versions.ts'
import { asRole, startSupabaseLayout, stateOfAuth } from './layout.ts'

const site = siteForTest()
writePacksForTest(join(site.folder, '../packs'))
afterAll(() => site.remove())

const project = {
  PORT: '0',
  SUPABASE_URL: 'http://127.0.0.1:54321',
  PUBLISHABLE_KEY: 'sb_publishable_project',
  WEBHOOK_PRIVATE_ADDRESSES: 'on',
}
const ours = [
  'backline_call_page',
  'backline_counters',
  'backline_outbox',
  'backline_upkeep',
  'backline_webhooks',
]

type Statement = [text: string, values?: unknown[]]

function startWith(environment: Record<string, string>) {
  const lines: string[] = []
  const log = createLog({ write: (line: string) => void lines.push(line) })
  return start(readConfig(environment), site.folder, log).then((running) => ({ ...running, lines }))
}
const refusalOf = (environment: Record<string, string>) =>
  startWith(environment).then(
    async (running) => {
      await running.stop()
      return 'no refusal'
    },
    (error: Error) => error.message,
  )

describe.each(versions)(
  "a Supabase project's database on PostgreSQL %d that its own services keep",
  (version) => {
    const folder = mkdtempSync(join(tmpdir(), 'backline-supabase-'))
    const DATA_DIR = join(folder, 'data')
    let server: ForeignServer
    let before: unknown[]
    /** Where a login that owns nothing serves, and where its owner prepares. */
    let settings: { DATABASE_URL: string; MIGRATION_URL: string; DATA_DIR: string }
    beforeAll(async () => {
      chmodSync(folder, 0o755)
      server = await startSupabaseLayout(version, folder)
      before = await stateOfAuth(server)
      settings = {
        DATABASE_URL: asRole(server.address, 'backline'),
        MIGRATION_URL: server.address,
        DATA_DIR,
      }
    })
    afterAll(() => {
      server?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    async function ask<Row = Record<string, unknown>>(role: string, ...statements: Statement[]) {
      const client = new pg.Client(asRole(server.address, role))
      await client.connect()
      try {
        let rows: unknown[] = []
        for (const statement of statements) rows = (await client.query(...statement)).rows
        return rows as Row[]
      } finally {
        await client.end()
      }
    }
    /** As the data API of the project runs a visitor's or a member's request. */
    const requested = <Row>(claims: object, ...statement: Statement) =>
      ask<Row>(
        'authenticator',
        [`set request.jwt.claims = ${pg.escapeLiteral(JSON.stringify(claims))}`],
        [`set role ${'sub' in claims ? 'authenticated' : 'anon'}`],
        statement,
      )
    const book = (change: Record<string, unknown> = {}) =>
      requested({ role: 'anon' }, ...insertion('strategy_call_bookings', booking(change)))
    const membersOf = (role: string) =>
      ask('supabase_admin', [
        `select pg_get_userbyid(member) as member from pg_auth_members where roleid = '${role}'::regrole`,
      ])
    const letters = () => {
      const mail = join(DATA_DIR, 'mail')
      return existsSync(mail) ? readdirSync(mail).filter((file) => file.endsWith('.eml')) : []
    }

    it('is not taken over by a server that is told of no project', async () => {
      const refusal = await refusalOf({ PORT: '0', DATABASE_URL: server.address, DATA_DIR })
      expect(refusal).toMatch(
        /^DATABASE_URL leads to the database of a Supabase project .* set SUPABASE_URL /,
      )
      expect(await membersOf('supabase_auth_admin')).toEqual([])
      expect(await stateOfAuth(server)).toEqual(before)
      expect(await ask('postgres', ["select to_regnamespace('private') as there"])).toEqual([{ there: null }])
    })

    it('takes the migrations as plain files in their order, as `supabase db push` applies them', async () => {
      const ledger = 'supabase_migrations.schema_migrations'
      const files = readMigrations().flatMap(({ version: number, name, sql }): [string][] => [
        [sql],
        [`insert into ${ledger} (version, name) values ('${number}', '${name}')`],
      ])
      await ask(
        'postgres',
        ['create schema supabase_migrations'],
        [`create table ${ledger} (version text not null primary key, statements text[], name text)`],
        ...files,
      )
      expect(await stateOfAuth(server)).toEqual(before)
    })

    it('gets its letters, webhooks and upkeep from us, with rights for these alone', async () => {
      await ask('postgres', ['create role backline login noinherit'])
      const [received, hook] = [[] as string[], createServer()]
      hook.on('request', (request, response) => {
        request.on('data', (chunk) => received.push(String(chunk))).on('end', () => response.end())
      })
      hook.listen(0, '127.0.0.1')
      await event(hook, 'listening')

      const running = await startWith({ ...project, ...settings })
      try {
        expect(running.ownerLink).toBe(null)
        expect(running.lines.join('')).not.toContain('schema is up to date')
        const id = randomUUID()
        const key = Buffer.from(readFileSync(join(DATA_DIR, 'encryption.key'), 'utf8'), 'base64')
        const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`
        await ask('postgres', [
          "insert into webhooks (id, url, events, sealed_secret) values ($1, $2, '{booking.created}', $3)",
          [id, url, await sealNewSecret(openSecretBox(key), id)],
        ])
        await book()
        await expect.poll(letters).toHaveLength(1)
        expect(readFileSync(join(DATA_DIR, 'mail', letters()[0] ?? ''), 'utf8')).toContain('ada@example.com')
        await expect.poll(() => received).toHaveLength(1)
        expect(received[0]).toContain('"type":"booking.created"')
        await expect
          .poll(() =>
            ask('postgres', [
              "select day = (now() at time zone 'UTC')::date as today from private.last_upkeep",
            ]),
          )
          .toEqual([{ today: true }])
        const ready = await fetch(`${running.url}/readyz`)
        expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
        expect((await fetch(`${running.url}/auth/v1/health`)).status).toBe(404)
      } finally {
        await running.stop()
        hook.close()
      }

      expect(await membersOf('supabase_auth_admin')).toEqual([])
      expect(await stateOfAuth(server)).toEqual(before)
      const become = await ask<{ name: string }>('supabase_admin', [
        "select rolname as name from pg_roles where rolname <> 'backline' and pg_has_role('backline', oid, 'member') order by 1",
      ])
      expect(become.map(({ name }) => name)).toEqual(ours)
      for (const role of ['anon', 'service_role', 'supabase_auth_admin', 'postgres'])
        await expect(ask('backline', [`set role ${role}`])).rejects.toThrow('permission denied')
    })

    it('serves its owner alone too, and says what is given away', async () => {
      const running = await startWith({ ...project, DATABASE_URL: server.address, DATA_DIR })
      await book({ email: 'grace@example.com' })
      await expect.poll(() => letters().length).toBeGreaterThan(1)
      await running.stop()
      expect(running.lines.join('')).toContain('DATABASE_URL signs in as the owner of the tables')
      expect(await membersOf('supabase_auth_admin')).toEqual([])
    })

    it('refuses a key that did not seal what lies there', async () => {
      const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64')
      expect(await refusalOf({ ...project, ...settings, ENCRYPTION_KEY })).toContain(
        'The database was sealed with another key: ENCRYPTION_KEY is not the one',
      )
      const elsewhere = { ...settings, DATA_DIR: join(folder, 'elsewhere') }
      expect(await refusalOf({ ...project, ...elsewhere })).toContain(
        'was sealed with a key that is not here',
      )
      expect(existsSync(join(folder, 'elsewhere/encryption.key'))).toBe(false)
    })

    it('lets people work at the desk whom its own auth service knows', async () => {
      const [member, session] = [randomUUID(), randomUUID()]
      await ask(
        'supabase_auth_admin',
        ["insert into auth.users (id, email) values ($1, 'anna@example.com')", [member]],
        ["insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal2')", [session, member]],
      )
      // The handbook's statement for the first owner.
      await ask('postgres', [
        "insert into staff_members (id, role) select id, 'owner' from auth.users where email = 'anna@example.com'",
      ])
      const claims = { sub: member, role: 'authenticated', aal: 'aal2', session_id: session }
      expect(await requested(claims, 'select status from strategy_call_bookings limit 1')).toEqual([
        { status: 'new' },
      ])
      expect(
        await requested({ ...claims, aal: 'aal1' }, 'select status from strategy_call_bookings'),
      ).toEqual([])
    })

    it('leaves accounts to the project: commands about them say so', async () => {
      let says = ''
      const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
        says += String(text)
        return true
      })
      const environment = { ...project, ...settings }
      const codes = []
      for (const words of [
        ['invite', 'anna@example.com'],
        ['owner'],
        ['rotate-keys'],
        ['give-up-key', 'lost'],
      ])
        codes.push(await runCommand(words, environment))
      write.mockRestore()
      expect(codes).toEqual([1, 1, 1, 1])
      expect(says.match(/are those of the Supabase project at http:\/\/127.0.0.1:54321/g)).toHaveLength(4)
    })

    it('is taken over where its operator says that it was moved here', async () => {
      const running = await startWith({
        ...settings,
        PORT: '0',
        MIGRATION_URL: asRole(server.address, 'supabase_admin'),
        JWT_ISSUER: 'https://abc.supabase.co/auth/v1',
        JWT_SECRET: 'a shared secret of at least 32 bytes',
      })
      expect((await fetch(`${running.url}/auth/v1/health`)).status).toBe(200)
      await running.stop()
      expect(await membersOf('supabase_auth_admin')).toEqual([{ member: 'backline' }])
    })

    it('is asked for by name: another database is refused beside a project', async () => {
      await ask('supabase_admin', ['create database bare owner postgres'])
      const bare = server.address.replace(/[^/]*$/, 'bare')
      expect(await refusalOf({ ...project, DATABASE_URL: bare, DATA_DIR })).toMatch(
        /^SUPABASE_URL names a Supabase project, and DATABASE_URL leads to a database that is none \(it has no auth.users\)/,
      )
    })
  },
)

describe('a project without its database', () => {
  it('leaves us the pages, and starts no database of ours', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backline-pages-'))
    const launched = launchServer({ ...project, DATA_DIR: join(folder, 'data') }, site.folder)
    const url = await launched.url()
    const get = (path: string) => fetch(`${url}${path}`)
    expect((await get('/')).status).toBe(200)
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
    expect((await get('/packs/qa-checklist.zip')).status).toBe(200)
    expect((await get('/rest/v1/strategy_call_bookings')).status).toBe(404)
    expect(launched.written.err).toContain('pages alone are served here')
    expect(await launched.end()).toBe(0)
    expect(existsSync(join(folder, 'data/postgres'))).toBe(false)
    expect(existsSync(join(folder, 'data/encryption.key'))).toBe(false)
    rmSync(folder, { recursive: true })
  })
})
