import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { requestShared } from '#server/lib/shared-test-resources.ts'
import type { StaffRole } from '#shared/contract/team.ts'
import { type Database, openDatabase, type Transaction } from './database.ts'
import { addressOf, loginAddressOf, runOnce, type TestServer, templateName } from './test-servers.ts'

export interface TestDatabase {
  database: Database
  /** DATABASE_URL for a separate server process. The user in this URL owns nothing. */
  url: string
  /** MIGRATION_URL for a separate server process. The user in this URL is a superuser. */
  ownerUrl: string
  /** Runs SQL as the superuser, who bypasses policies, for example to read stored rows. */
  asOwner<Row = Record<string, unknown>>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** Sets the clock that decides when this database deletes rows, and the day of the last cleanup. */
  setClock(at: number): Promise<void>
  close(): Promise<void>
}

/** Creates a database for one test file, copied from the template database. */
export async function testDatabase(server: TestServer = inject('server')): Promise<TestDatabase> {
  const made = await emptyDatabase(server, `template ${templateName} strategy file_copy`)
  const database = await openDatabase({ dataDir: '', databaseUrl: made.url, owner: 'a test', log: () => {} })
  return {
    ...made,
    database,
    async setClock(at) {
      const moment = new Date(at).toISOString()
      await made.asOwner(
        `create or replace function private.moment() returns timestamptz language sql stable as $$ select '${moment}'::timestamptz $$`,
      )
      await made.asOwner("update private.last_cleanup set day = (private.moment() at time zone 'UTC')::date")
    },
    async close() {
      await database.close()
      await made.close()
    },
  }
}

/** Creates a database without our schema, to test the code that creates the schema. */
export async function emptyDatabase(
  server: TestServer = inject('server'),
  options = 'template template0',
): Promise<Omit<TestDatabase, 'database' | 'setClock'>> {
  const address = await requestShared(server)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnce(address, `create database ${name} ${options}`)
  const ownerUrl = addressOf(address, name)
  const owner = new pg.Client(ownerUrl)
  owner.on('error', () => {})
  await owner.connect()
  return {
    url: loginAddressOf(ownerUrl),
    ownerUrl,
    async asOwner<Row>(sql: string, values?: readonly unknown[]) {
      return (await owner.query(sql, values && [...values])).rows as Row[]
    },
    async close() {
      await owner.end()
      await runOnce(address, `drop database ${name} with (force)`)
    },
  }
}

/** Creates a user with a session; the user is a member of the team unless `role` is null. */
export async function deskMember(test: TestDatabase, role: StaffRole | null, aal: 'aal1' | 'aal2' = 'aal2') {
  const id = randomUUID()
  const sessionId = randomUUID()
  await test.asOwner('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@desk.example`])
  await test.asOwner('insert into auth.sessions (id, user_id, aal) values ($1, $2, $3)', [sessionId, id, aal])
  if (role) await test.asOwner('insert into staff_members (id, role) values ($1, $2)', [id, role])
  const claims = { sub: id, role: 'authenticated', aal, session_id: sessionId }

  const inside = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    test.database.transaction('authenticated', claims, work)
  return {
    id,
    claims,
    inside,
    async run<Row = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<Row[]> {
      return inside(async (tx) => (await tx.query<Row & Record<string, unknown>>(sql, values)).rows)
    },
  }
}

export type TestDeskMember = Awaited<ReturnType<typeof deskMember>>

/** Changes to calls and holds wait for this lock, and run one after the other. */
export const turnsLock = 'select pg_advisory_xact_lock(7206341004)'

/** Changes to this booking wait for this lock. */
export const bookingLock = (id: string) => `select from strategy_call_bookings where id = '${id}' for update`

/** Keeps a lock until both functions, one after the other, wait for the lock, and then releases the lock. */
export async function race<First, Second>(
  test: Pick<TestDatabase, 'asOwner'>,
  lock: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const waiting = async () => {
    // Within a transaction, pg_stat_activity returns the same values as at its first read.
    await test.asOwner('select pg_stat_clear_snapshot()')
    const locked = "datname = current_database() and wait_event_type = 'Lock'"
    return (await test.asOwner(`select from pg_stat_activity where ${locked}`)).length
  }
  await test.asOwner(`begin; ${lock}`)
  try {
    const one = first()
    await expect.poll(waiting).toBe(1)
    const other = second()
    await expect.poll(waiting).toBe(2)
    await test.asOwner('commit')
    return await Promise.all([one, other])
  } finally {
    await test.asOwner('rollback')
  }
}
