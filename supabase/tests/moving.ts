import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { isDatabaseError, type Role } from '#server/lib/db/database.ts'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import type { TestDatabase } from '#server/lib/db/testing.ts'
import { type ExplainedRefusal, explainedRefusalSchema } from '#shared/contract/desk-records.ts'

type TableOfRows = 'strategy_call_bookings' | 'contact_messages'
type RowChange = Record<string, unknown>

const rowWith = (table: TableOfRows, change: RowChange) =>
  (table === 'contact_messages' ? message : booking)({ id: randomUUID(), ...change })

/** Inserts a row with any values, as a restore does, and returns its id. */
export async function storeRow(
  test: Pick<TestDatabase, 'asOwner'>,
  change: RowChange = {},
  table: TableOfRows = 'strategy_call_bookings',
): Promise<string> {
  const row = rowWith(table, change)
  await test.asOwner(...insertion(table, row))
  return String(row.id)
}

/** Inserts a row as a visitor does, and returns its id. */
export async function sendRow(
  { database }: Pick<TestDatabase, 'database'>,
  change: RowChange = {},
  table: TableOfRows = 'strategy_call_bookings',
  role: Role = 'anon',
): Promise<string> {
  const row = rowWith(table, change)
  await database.transaction(role, {}, (tx) => tx.query(...insertion(table, row)))
  return String(row.id)
}

interface BookingMover {
  run: (sql: string, values: unknown[]) => Promise<unknown>
}

/** Moves a booking as a member does. */
export function move(
  who: BookingMover,
  id: string,
  expected: string,
  target: string,
  more: Record<string, unknown> = {},
): Promise<unknown> {
  const named = { booking: id, expected, target, ...more }
  const places = Object.keys(named).map((name, index) => `${name} => $${index + 1}`)
  return who.run(`select move_booking(${places.join(', ')})`, Object.values(named))
}

/** Returns 'done' or the error's code. Errors that the desk explains are parsed as in the desk. */
export const verdict = (work: Promise<unknown>): Promise<string | ExplainedRefusal> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!isDatabaseError(error)) throw error
      if (error.code !== 'PT409') return error.code
      return v.parse(explainedRefusalSchema, { hint: error.hint, details: error.detail })
    },
  )

export async function hintOf(work: Promise<unknown>): Promise<string> {
  const said = await verdict(work)
  return typeof said === 'string' ? said : said.hint
}
