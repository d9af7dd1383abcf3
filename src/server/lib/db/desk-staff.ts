import { randomUUID } from 'node:crypto'
import type { StaffRole } from '#shared/contract/desk-people.ts'
import type { Transaction } from './database.ts'
import type { TestDatabase } from './testing.ts'

/** Somebody for tests: with a session, and at the desk unless `role` is null. */
export async function deskPerson(test: TestDatabase, role: StaffRole | null, aal: 'aal1' | 'aal2' = 'aal2') {
  const id = randomUUID()
  const sessionId = randomUUID()
  await test.asOwner('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@desk.example`])
  await test.asOwner('insert into auth.sessions (id, user_id, aal) values ($1, $2, $3)', [sessionId, id, aal])
  if (role) await test.asOwner('insert into staff_members (id, role) values ($1, $2)', [id, role])
  const claims = { sub: id, role: 'authenticated', aal, session_id: sessionId }

  /** In a transaction as they send it: with their token's claims, as `authenticated`. */
  const inside = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    test.database.transaction('authenticated', claims, work)
  return {
    id,
    inside,
    async run<Row = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<Row[]> {
      return inside(async (tx) => (await tx.query<Row & Record<string, unknown>>(sql, values)).rows)
    },
  }
}

export type DeskPerson = Awaited<ReturnType<typeof deskPerson>>
