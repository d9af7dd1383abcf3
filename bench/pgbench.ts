import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '../tools/find-program.ts'
import { eventRows } from './event-rows.ts'
import { connections } from './load.ts'

const run = promisify(execFile)
const session = '0198c1d2-3e4f-7a5b-8c6d-7e8f90a1b2c3'

/**
 * PostgreSQL's own measure: bare inserts of the same rows over as many connections, prepared, as the
 * superuser whom no policy holds up, with no server in between.
 */
export async function pgbench(address: string, rows: number, seconds: number, folder: string) {
  const programs = findPostgres()
  if (!programs) throw new Error('pgbench is missing (Debian: apt-get install postgresql-15)')
  const options = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds)]
  for (const [index, statement] of statements(rows).entries()) {
    const script = join(folder, `insert-${rows}-${index}.sql`)
    await writeFile(script, statement)
    options.push('-f', script)
  }
  const { stdout } = await run(join(programs, 'pgbench'), [...options, address])
  const count = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1])
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!(count > 0 && rate > 0) || !/failed transactions: 0 /.test(stdout)) throw new Error(stdout)
  return { stored: count * rows, rate: rate * rows }
}

/** Single rows of each type, of which pgbench takes one at random, or all in one statement. */
function statements(rows: number): string[] {
  const values = eventRows(rows === 1 ? 11 : rows, session, 1).map(valuesOf)
  const columns = 'session_id, event_type, event_data, page_url, user_agent, referrer'
  const insert = (list: string) => `insert into public.user_interactions (${columns}) values ${list};\n`
  return rows === 1 ? values.map(insert) : [insert(values.join(', '))]
}

function valuesOf(row: ReturnType<typeof eventRows>[number]): string {
  // A colon before a letter or digit would be a variable of pgbench's.
  const data = JSON.stringify(row.event_data).replaceAll(':', ': ')
  const values = [row.session_id, row.event_type, data, row.page_url, row.user_agent, row.referrer]
  return `(${values.map((value) => `'${String(value).replaceAll("'", "''")}'`).join(', ')})`
}
