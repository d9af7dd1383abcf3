import type { Cursor, CursorOptions, Transaction } from '#server/lib/db/database.ts'
import type { Statement } from '#server/lib/query-grammar/bound.ts'
import { Refusal } from '#server/lib/query-grammar/refusal.ts'
import type { RestContext } from './context.ts'
import { openRequest } from './queries.ts'
import type { Caller } from './types.ts'

/**
 * Runs one request in one transaction, under the caller's role and claims. The session is asked for each time: a token
 * lives on for an hour after its person signed out.
 */
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
