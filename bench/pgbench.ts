import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '../tools/prepare/find-program.ts'
import { bookingRow } from './booking-rows.ts'
import { eventRows } from './event-rows.ts'
import { connections } from './load.ts'

const run = promisify(execFile)
export interface Inserts {
  statements: readonly string[]
  /** In each. */
  rows: number
}

const session = '0198c1d2-3e4f-7a5b-8c6d-7e8f90a1b2c3'

/**
 * PostgreSQL's own benchmark: bare prepared inserts of the same rows over as many connections, as the superuser, to
 * whom no row policy applies, and without a server in between. Of several statements it picks one at random.
 */
export async function pgbench(
  address: string,
  { statements, rows }: Inserts,
  seconds: number,
  folder: string,
) {
  const programs = findPostgres()
  if (!programs) throw new Error('pgbench is missing (Debian: apt-get install postgresql-15)')
  const options = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds)]
  for (const [index, statement] of statements.entries()) {
    const script = join(folder, `insert-${index}.sql`)
    await writeFile(script, statement)
    options.push('-f', script)
  }
  const { stdout } = await run(join(programs, 'pgbench'), [...options, address])
  const count = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1])
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!(count > 0 && rate > 0) || !/failed transactions: 0 /.test(stdout)) throw new Error(stdout)
  return { stored: count * rows, rate: rate * rows }
}

/** Single rows of each type, or all in one statement. */
export function eventInserts(rows: number): Inserts {
  const all = eventRows(rows === 1 ? 11 : rows, session, 1)
  const statements =
    rows === 1 ? all.map((row) => insert('user_interactions', [row])) : [insert('user_interactions', all)]
  return { statements, rows }
}

/** One booking, whose id the table makes. */
export function bookingInserts(): Inserts {
  const { id: _, ...row } = bookingRow(session)
  return { statements: [insert('strategy_call_bookings', [row])], rows: 1 }
}

function insert(table: string, rows: readonly object[]): string {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  return `insert into public.${table} (${columns}) values ${rows.map(valuesOf).join(', ')};\n`
}

function valuesOf(row: object): string {
  const values = Object.values(row).map((value) => {
    // pgbench would read a colon before a letter or digit as a variable.
    const text = typeof value === 'object' ? JSON.stringify(value).replaceAll(':', ': ') : String(value)
    return `'${text.replaceAll("'", "''")}'`
  })
  return `(${values.join(', ')})`
}
