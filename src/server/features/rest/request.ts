import type { Clock } from '#server/lib/clock.ts'
import type { Cursor, CursorOptions, Database, Transaction } from '#server/lib/db/database.ts'
import type { Statement } from './bound.ts'
import type { CatalogueSource } from './catalogue.ts'
import { openRequest } from './queries.ts'
import { Refusal, unknownColumn, unknownTable } from './refusal.ts'
import type { Caller, Catalogue, Column, Relation } from './types.ts'

/** What a request of a known caller stands on. */
export interface Desk {
  database: Database
  catalogue: CatalogueSource
  clock: Clock
}

/** Whether somebody vouches for the caller; the role of strangers is nobody's. */
export const isSignedIn = ({ role }: Caller) => role !== 'anon'

/**
 * Runs one request in one transaction, under the caller's role and claims. The session is asked for each time: a token
 * lives on for an hour after its person signed out.
 */
export function asCaller<T>(
  { database }: Desk,
  { role, claims }: Caller,
  isReading: boolean,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(role, claims, async (tx) => {
    await admit(tx, claims, isReading)
    return work(tx)
  })
}

/** The same for rows that are read while they are sent. */
export function cursorAsCaller<Row>(
  { database }: Desk,
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
  if (await openRequest(tx, { isReading, hasSession })) return
  throw new Refusal('PGRST303', 'JWT session has ended', 'Sign in again')
}

export function relationOf({ relations }: Catalogue, name: string): Relation {
  const relation = relations.get(name)
  if (!relation) throw unknownTable(name)
  return relation
}

export function columnsNamed(
  relation: Relation,
  names: readonly string[],
  unknown: typeof unknownColumn = unknownColumn,
): Column[] {
  return names.map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw unknown(relation.name, name)
    return column
  })
}
