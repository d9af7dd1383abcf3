import type { Transaction } from '#server/lib/db/database.ts'
import { binaryArray, plainArray } from '#server/lib/db/rows.ts'
import type { PageFacts, StoredInteraction } from './review.ts'

/**
 * Rows refer to the facts about their page by number, so that equal facts are sent only once. `unnest` in the column
 * list unpacks the arrays row by row; in FROM, PostgreSQL would first materialize each array.
 */
const insert = `
  insert into public.user_interactions
    (id, session_id, event_type, event_data, page_url, user_agent, referrer, is_bot, visitor_key)
  select
    id, ($5::uuid[])[page], event_type, event_data,
    ($6::text[])[page], ($7::text[])[page], ($8::text[])[page], ($9::boolean[])[page], ($10::bigint[])[page]
  from (
    select unnest($1::uuid[]) as id, unnest($2::text[]) as event_type, unnest($3::jsonb[]) as event_data,
      unnest($4::int[]) as page
  ) _`

/** Stores all rows in one statement. Fails if the id of any row is already stored. */
export async function insertInteractions(tx: Transaction, rows: readonly StoredInteraction[]): Promise<number> {
  return run(tx, insert, 'interactions', rows)
}

/**
 * Stores rows whose id is not stored yet, and returns the number of stored rows. This statement takes a fifth longer
 * than an insert that fails on stored ids.
 */
export async function insertNewInteractions(tx: Transaction, rows: readonly StoredInteraction[]): Promise<number> {
  return run(tx, `${insert} on conflict do nothing`, 'new interactions', rows)
}

async function run(tx: Transaction, sql: string, name: string, rows: readonly StoredInteraction[]): Promise<number> {
  const pages: PageFacts[] = []
  const pageOf = rows.map(({ facts }) => (facts === pages.at(-1) ? pages.length : pages.push(facts)))
  const ofRows = <Column extends keyof StoredInteraction>(column: Column) => rows.map((row) => row[column])
  const ofPages = <Column extends keyof PageFacts>(column: Column) => pages.map((page) => page[column])
  const { rowCount } = await tx.query(
    sql,
    [
      binaryArray('uuid', ofRows('id')),
      plainArray(ofRows('event_type')),
      binaryArray('jsonb', ofRows('event_data')),
      plainArray(pageOf),
      binaryArray('uuid', ofPages('session_id')),
      binaryArray('text', ofPages('page_url')),
      binaryArray('text', ofPages('user_agent')),
      binaryArray('text', ofPages('referrer')),
      plainArray(ofPages('is_bot')),
      plainArray(ofPages('visitor_key').map((key) => key ?? 'null')),
    ],
    name,
  )
  return rowCount
}

/** Creates any missing partitions for this month and the next two. */
export async function createMonthPartitions(tx: Transaction): Promise<void> {
  await tx.query('select private.make_interaction_months()')
}

/** The result of the cleanup; null if another process is running it. */
export interface CleanupResult {
  days_counted: number
  months_dropped: string[]
  rows_pruned: number
}

/** Runs the daily cleanup as of `now`, in milliseconds since 1970. An owner's setting overrides `keepDays`. */
export async function pruneInteractions(tx: Transaction, now: number, keepDays: number): Promise<CleanupResult | null> {
  const { rows } = await tx.query<{ done: CleanupResult | null }>(
    `select private.maintain_interactions(
       $1, coalesce((select keep_interaction_days from public.desk_settings), $2)
     ) as done`,
    [new Date(now), keepDays],
  )
  return rows[0]?.done ?? null
}

/**
 * Deletes bookings and messages that are older than the owner's retention time. Returns counts, or null if another
 * process is deleting.
 */
export async function pruneRequests(
  tx: Transaction,
  now: number,
): Promise<{ bookings: number; messages: number } | null> {
  const { rows } = await tx.query<{ done: { bookings: number; messages: number } | null }>(
    'select private.erase_expired_people($1) as done',
    [new Date(now)],
  )
  return rows[0]?.done ?? null
}

export async function deleteSaltsBefore(tx: Transaction, day: string): Promise<void> {
  await tx.query('delete from private.rate_limit_salts where day < $1::date', [day])
}

/** Creates the day's salt if no other process has created it. Deletes the salts of earlier days. */
export async function readSalt(tx: Transaction, day: string): Promise<string> {
  await deleteSaltsBefore(tx, day)
  await tx.query('insert into private.rate_limit_salts (day) values ($1) on conflict do nothing', [day])
  const { rows } = await tx.query<{ salt: string }>('select salt from private.rate_limit_salts where day = $1', [day])
  if (!rows[0]) throw new Error('salt of today is missing')
  return rows[0].salt
}
