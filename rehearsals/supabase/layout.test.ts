import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { versions } from '#rehearsals/postgres-versions.ts'
import { readConfig } from '#server/app/config/config.ts'
import { start } from '#server/app/running/start.ts'
import { siteWithPacksForTest } from '#server/features/packs/testing.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { readSchema } from '#server/lib/db/setup/schema.ts'
import { createLog } from '#server/lib/log.ts'
import type { TestPostgres } from '#tools/testing/postgres-server.ts'
import { asRole, startSupabaseLayout, stateOfAuth } from './layout.ts'

const site = siteWithPacksForTest()
afterAll(() => site.remove())

type SqlStatement = [text: string, values?: unknown[]]

const refusalOf = (environment: Record<string, string>) =>
  start(readConfig(environment), site.folder, createLog({ write: () => {} })).then(
    async (running) => {
      await running.stop()
      return 'no refusal'
    },
    (error: Error) => error.message,
  )

describe.each(versions)('the database of a hosted Supabase project on PostgreSQL %d', (version) => {
  const folder = mkdtempSync(join(tmpdir(), 'backline-supabase-'))
  const DATA_DIR = join(folder, 'data')
  let server: TestPostgres
  let before: unknown[]
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    server = await startSupabaseLayout(version, folder)
    before = await stateOfAuth(server)
  })
  afterAll(() => {
    server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function ask<Row = Record<string, unknown>>(role: string, ...statements: SqlStatement[]) {
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
  /** Runs a visitor's or member's request as the project's data API does. */
  const requested = <Row>(claims: object, ...statement: SqlStatement) =>
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

  it('is refused by a server that is not configured for a Supabase project', async () => {
    const refusal = await refusalOf({ PORT: '0', DATABASE_URL: server.address, DATA_DIR })
    expect(refusal).toMatch(/^DATABASE_URL points to the database of a Supabase project .* "npm run export"/)
    expect(await membersOf('supabase_auth_admin')).toEqual([])
    expect(await stateOfAuth(server)).toEqual(before)
    expect(await ask('postgres', ["select to_regnamespace('private') as there"])).toEqual([{ there: null }])
  })

  it('accepts the whole schema as one file, which is how `supabase db push` applies it', async () => {
    await ask('postgres', [readSchema().sql])
    expect(await stateOfAuth(server)).toEqual(before)
  })

  it("lets users of the project's auth service work in the desk", async () => {
    const [member, session] = [randomUUID(), randomUUID()]
    await ask(
      'supabase_auth_admin',
      ["insert into auth.users (id, email) values ($1, 'anna@example.com')", [member]],
      ["insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal2')", [session, member]],
    )
    // The handbook's statement that adds the first owner.
    await ask('postgres', [
      "insert into staff_members (id, role) select id, 'owner' from auth.users where email = 'anna@example.com'",
    ])
    const claims = { sub: member, role: 'authenticated', aal: 'aal2', session_id: session }
    await book()
    expect(await requested(claims, 'select status from strategy_call_bookings limit 1')).toEqual([{ status: 'new' }])
    expect(await requested({ ...claims, aal: 'aal1' }, 'select status from strategy_call_bookings')).toEqual([])
  })
})
