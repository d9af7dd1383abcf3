import type { Database, Transaction } from '#server/lib/db/database.ts'

export const byUpkeep = (database: Database): Transaction => database.alone('backline_upkeep', {})

async function one<Row>(tx: Transaction, sql: string, values?: readonly unknown[]): Promise<Row> {
  const { rows } = await tx.query<Row>(sql, values)
  if (!rows[0]) throw new Error('database returned no time')
  return rows[0]
}

/** Now, by the clock of the database, in milliseconds since 1970. */
export async function readTime(tx: Transaction): Promise<number> {
  const sql = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now'
  return (await one<{ now: number }>(tx, sql)).now
}

/** The database's decision whether a process may delete expired rows. */
export interface Begun {
  /** Milliseconds since 1970, by the clock of the database. */
  now: number
  held: 'clock' | 'calendar' | null
  /** Seconds by which the process is ahead. */
  ahead: number
  today: string
  last_day: string
}

export async function beginUpkeep(database: Database, processTime: number): Promise<Begun> {
  const sql = 'select private.begin_upkeep($1) as begun'
  return (await one<{ begun: Begun }>(byUpkeep(database), sql, [new Date(processTime)])).begun
}

/** Records that an operator has confirmed this day; returns the day of the database. */
export async function confirmDay(database: Database, day: string): Promise<string> {
  const sql = 'select private.confirm_day($1::date)::text as today'
  return (await one<{ today: string }>(byUpkeep(database), sql, [day])).today
}
