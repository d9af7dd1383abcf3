import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect } from 'vitest'
import { folderForTest, optionsFor } from '#server/features/backups/testing.ts'
import { sealNewSecret } from '#server/features/webhooks/service.ts'
import { openSecretBox } from '#server/lib/crypto/secret-box.ts'
import { openDatabase } from '#server/lib/db/database.ts'
import { addressOf, once } from '#server/lib/db/test-servers.ts'
import { booking, insertion, message } from '#server/lib/db/visitor-rows.ts'
import type { ForeignServer } from '#tools/postgres-fifteen.ts'
import type { Version } from '#tools/postgres-versions.ts'
import { asRole, startSupabaseLayout } from './layout.ts'

export type Project = Awaited<ReturnType<typeof newProject>>

const people = [randomUUID(), randomUUID()]

/** What people of the desk are, and what hangs on them. */
export const ofPeople = [
  'public.staff_members',
  'private.last_here',
  'private.hosts',
  'private.host_hours',
  'private.host_dates',
  'private.host_calendars',
  'private.call_holds',
  'public.outbox',
]

/** How a command ends that says this. */
export const refusal = (text: string) => ({ code: 1, says: expect.stringContaining(text) })

/** A server on which each project has a database, with the user who serves beside them. */
export async function startProjects(version: Version, folder: string): Promise<ForeignServer> {
  const server = await startSupabaseLayout(version, folder)
  await once(server.address, 'create role backline login noinherit')
  return server
}

/** A project of its own, as it is before our first migration. */
export async function newProject(server: ForeignServer) {
  const name = `project_${randomUUID().replaceAll('-', '')}`
  await once(
    asRole(addressOf(server.address, 'template1'), 'supabase_admin'),
    `create database ${name} template postgres owner postgres`,
  )
  const address = addressOf(server.address, name)
  const ask = async <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) => {
    const client = new pg.Client(asRole(address, 'supabase_admin'))
    await client.connect()
    try {
      return (await client.query(sql, values)).rows as Row[]
    } finally {
      await client.end()
    }
  }
  return { address, ask, url: asRole(address, 'backline'), ownerUrl: address }
}

export const settingsOf = (
  { url, ownerUrl }: { url: string; ownerUrl: string },
  DATA_DIR = folderForTest(),
) => ({
  ...{
    DATABASE_URL: url,
    MIGRATION_URL: ownerUrl,
    DATA_DIR,
    PORT: '0',
    BACKUP_PASSPHRASE: 'correct horse battery',
  },
})
/** The settings of a server beside this project. */
export const beside = (given: Project, DATA_DIR?: string) => ({
  ...settingsOf(given, DATA_DIR),
  SUPABASE_URL: 'http://127.0.0.1:54321',
  PUBLISHABLE_KEY: 'sb_publishable_project',
})

/** The accounts of these people, as the project's own service makes them. */
export async function signUp({ ask }: Project) {
  for (const id of people) {
    await ask('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@desk.example`])
  }
}

/** Something of each kind, some of it sealed with `key`, and some of people whose accounts the project has. */
export async function fillProject(given: Project, key: Buffer) {
  const options = { ...optionsFor(given), accounts: 'project' as const }
  await (await openDatabase(options)).close()
  const { ask } = given
  await signUp(given)
  await ask("insert into staff_members (id, role) values ($1, 'owner'), ($2, 'agent')", people)
  await ask('insert into private.last_here values ($1, now())', [people[0]])
  const id = randomUUID()
  await ask(...insertion('strategy_call_bookings', booking({ id, message: 'Grüße\t„Tab“ und 💥' })))
  await ask(...insertion('contact_messages', message({ id: randomUUID() })))
  await ask("insert into notes (booking_id, body) values ($1, 'A note')", [id])
  await ask("select private.make_interaction_month('2026-01-01')")
  await ask(
    `insert into user_interactions (id, created_at, session_id, event_type)
     select gen_random_uuid(), '2025-12-30T00:00:00Z'::timestamptz + n * interval '1 hour', gen_random_uuid(), 'page_view'
     from generate_series(1, 500) n`,
  )
  const hook = randomUUID()
  await ask(
    "insert into webhooks (id, url, events, sealed_secret) values ($1, 'https://example.com/', '{booking.created}', $2)",
    [hook, await sealNewSecret(openSecretBox(key), hook)],
  )
  await ask(
    "insert into outbox (channel, kind, recipient, user_id, due_at) values ('letter', 'team-digest', 'anna@example.com', $1, now() + interval '1 day')",
    [people[0]],
  )
}
