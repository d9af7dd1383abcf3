import type { Cursor, CursorOptions, Transaction } from '#server/lib/db/database.ts'
import type { Statement } from '#server/lib/query-grammar/bound.ts'
import { Refusal } from '#server/lib/query-grammar/refusal.ts'
import type { RestContext } from './context.ts'
import { openRequest } from './queries.ts'
import type { Caller } from './types.ts'

/** Runs one request as the caller. The session is checked each time, because a token outlives a sign-out by an hour. */
export function asCaller<T>(
  { database }: { database: Pick<RestContext['database'], 'transaction'> },
  { role, claims }: Caller,
  { isReading }: { isReading: boolean },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(role, claims, async (tx) => {
    await admit(tx, claims, isReading)
    return work(tx)
  })
}

/** The same for rows that are read while they are sent. */
export function cursorAsCaller<Row>(
  { database }: Pick<RestContext, 'database'>,
  { role, claims }: Caller,
  statement: Statement,
  options: CursorOptions,
): Promise<Cursor<Row>> {
  return database.cursor(
    role,
    claims,
    async (tx) => {
      await admit(tx, claims, false)
      return statement
    },
    options,
  )
}

async function admit(tx: Transaction, claims: Caller['claims'], isReading: boolean): Promise<void> {
  const hasSession = claims.session_id !== undefined
  if (!(await openRequest(tx, { isReading, hasSession }))) throw sessionOver()
}

export const sessionOver = () => new Refusal('PGRST303', 'JWT session has ended', 'Sign in again')
