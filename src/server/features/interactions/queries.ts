import { type ArrayType, arrayParameter } from '#server/lib/db/arrays.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { StoredInteraction } from './types.ts'

const columns = {
  id: 'uuid',
  session_id: 'uuid',
  event_type: 'text',
  event_data: 'jsonb',
  page_url: 'text',
  user_agent: 'text',
  referrer: 'text',
  is_bot: 'boolean',
} as const satisfies Record<keyof StoredInteraction, ArrayType>

const names = Object.keys(columns) as (keyof StoredInteraction)[]
const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`)
const insert = `insert into public.user_interactions (${names.join(', ')}) select * from unnest(${arrays.join(', ')})`

/** Stores the rows, however many, as one statement. Fails when one of them is there already. */
export async function insertInteractions(
  tx: Transaction,
  rows: readonly StoredInteraction[],
): Promise<number> {
  return run(tx, insert, rows)
}

/** The same, but passes over rows whose id is there already; costs a fifth more. Says how many were new. */
export async function insertNewInteractions(
  tx: Transaction,
  rows: readonly StoredInteraction[],
): Promise<number> {
  return run(tx, `${insert} on conflict do nothing`, rows)
}

async function run(tx: Transaction, sql: string, rows: readonly StoredInteraction[]): Promise<number> {
  const parameters = names.map((name) =>
    arrayParameter(
      columns[name],
      rows.map((row) => row[name]),
    ),
  )
  return (await tx.query(sql, parameters)).rowCount
}

/** What the upkeep did; null when another process was at it. */
export interface Upkeep {
  days_counted: number
  months_dropped: string[]
  rows_pruned: number
}

/** Runs the upkeep of a day as of `now`, in milliseconds since 1970. */
export async function keepInteractions(
  tx: Transaction,
  now: number,
  keepDays: number,
): Promise<Upkeep | null> {
  const { rows } = await tx.query<{ done: Upkeep | null }>(
    'select private.keep_interactions($1, $2) as done',
    [new Date(now), keepDays],
  )
  return rows[0]?.done ?? null
}
