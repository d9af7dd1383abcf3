import type { Cursor, CursorOptions, Transaction } from '#server/lib/db/database.ts'
import type { Statement } from '#server/lib/query-grammar/bound.ts'
import { Refusal } from '#server/lib/query-grammar/refusal.ts'
import type { RestContext } from './context.ts'
import { checkDeferred, openRequest } from './queries.ts'
import type { Caller, Preferences } from './types.ts'

/**
 * Runs one request in one transaction, under the caller's role and claims. The session is asked for each time: a token
 * lives on for an hour after its person signed out.
 */
export async function asCaller<T>(
  { database }: { database: Pick<RestContext['database'], 'transaction'> },
  { role, claims }: Caller,
  { isReading, preferences: { timeZone, isRolledBack } }: Manner,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(role, claims, async (tx) => {
      await admit(tx, claims, isReading, timeZone)
      const result = await work(tx)
      if (!isRolledBack) return result
      await checkDeferred(tx)
      throw new RolledBack(result)
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T
    throw error
  }
}

/** How a request is made: whether it may write, in which time zone, and whether anything of it is to stay. */
interface Manner {
  isReading: boolean
  preferences: Pick<Preferences, 'timeZone' | 'isRolledBack'>
}

/**
 * The result of a request that is to be rolled back. It is thrown, because an error is what makes a transaction roll
 * back.
 */
class RolledBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('rolled back as the sender preferred')
    this.result = result
  }
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
      await admit(tx, claims, false, null)
      return statement
    },
    options,
  )
}

async function admit(
  tx: Transaction,
  claims: Caller['claims'],
  isReading: boolean,
  timeZone: string | null,
): Promise<void> {
  const hasSession = claims.session_id !== undefined
  if (await openRequest(tx, { isReading, hasSession, timeZone })) return
  throw sessionOver()
}

export const sessionOver = () => new Refusal('PGRST303', 'JWT session has ended', 'Sign in again')
