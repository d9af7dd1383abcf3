import type { Database, Transaction } from '#server/lib/db/database.ts'

export const queryAsUpkeep = (database: Database): Transaction => database.alone('backline_upkeep', {})

async function one<Row>(tx: Transaction, sql: string, values?: readonly unknown[]): Promise<Row> {
  const { rows } = await tx.query<Row>(sql, values)
  if (!rows[0]) throw new Error('database returned no time')
  return rows[0]
}

/** Returns the database's current time in milliseconds since 1970. */
export async function readTime(tx: Transaction): Promise<number> {
  const sql = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now'
  return (await one<{ now: number }>(tx, sql)).now
}

/** The database's decision on whether a process may delete expired rows. */
export interface CleanupDecision {
  /** The database's time in milliseconds since 1970. */
  now: number
  held: 'clock' | 'calendar' | null
  /** Seconds by which the process's clock is ahead of the database's. */
  ahead: number
  today: string
  last_day: string
}

export async function beginUpkeep(database: Database, processTime: number): Promise<CleanupDecision> {
  const sql = 'select private.begin_cleanup($1) as begun'
  return (await one<{ begun: CleanupDecision }>(queryAsUpkeep(database), sql, [new Date(processTime)])).begun
}

/** Records that an operator has confirmed the database's date. Returns that date. */
export async function confirmDay(database: Database, day: string): Promise<string> {
  const sql = 'select private.confirm_day($1::date)::text as today'
  return (await one<{ today: string }>(queryAsUpkeep(database), sql, [day])).today
}
