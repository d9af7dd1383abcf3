import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { hasSqlDetails, loadModule, type Node, parseSync } from 'libpg-query'
import type { ClientBase, DatabaseError } from 'pg'
import { supabaseFolder } from '#server/lib/db/migrating/migration-files.ts'

/** One statement of a source with its position, and its tree from PostgreSQL's own parser. */
export interface Statement {
  file: string
  line: number
  sql: string
  tree: Node
}

/** A fault in a source, in the form that editors can open: file, line, sentence. */
export class SourceError extends Error {
  constructor(file: string, line: number, message: string) {
    super(`${file}:${line}: ${message}`)
  }
}

/** The statements of all sources, ordered by file name and line. */
export async function readSources(folder = join(supabaseFolder(), 'schemas')): Promise<Statement[]> {
  await loadModule()
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return files
    .sort()
    .flatMap((file) =>
      statementsOf(relative(process.cwd(), join(folder, file)), readFileSync(join(folder, file), 'utf8')),
    )
}

/**
 * The parser finds the ends of statements, because semicolons also occur in bodies and strings. It counts in bytes.
 */
function statementsOf(file: string, text: string): Statement[] {
  const bytes = Buffer.from(text)
  const lineAt = (end: number) => bytes.subarray(0, end).toString().split('\n').length
  try {
    return (parseSync(text).stmts ?? []).map(({ stmt, stmt_location: start = 0, stmt_len: length }) => {
      const sql = bytes.subarray(start, length ? start + length : undefined).toString()
      const before = /^(?:\s|--[^\n]*\n)*/.exec(sql)?.[0] ?? ''
      const line = lineAt(start + Buffer.byteLength(before))
      return { file, line, sql: sql.slice(before.length).trimEnd().replace(/;$/, ''), tree: stmt as Node }
    })
  } catch (error) {
    if (!hasSqlDetails(error)) throw error
    throw new SourceError(file, lineAt(error.sqlDetails?.cursorPosition ?? 0), error.message)
  }
}

/** PostgreSQL's error codes for a schema, table, function, role or column that does not exist. */
const notThere = new Set(['3F000', '42P01', '42883', '42704', '42703'])

/**
 * Runs the sources in one transaction, and returns them in the order in which they ran. They are ordered for readers: a
 * statement that refers to a later object is retried after the others, until all have run or a round makes no progress.
 */
export async function applySources(
  client: ClientBase,
  statements: readonly Statement[],
): Promise<Statement[]> {
  const ran: Statement[] = []
  await client.query('begin')
  for (let left = statements; left.length > 0; ) {
    const later: Statement[] = []
    const faults: string[] = []
    for (const statement of left) {
      try {
        await client.query(`${savepoint}${statement.sql};release savepoint source`)
        ran.push(statement)
      } catch (caught) {
        const fault = faultOf(statement, caught as DatabaseError)
        if (!notThere.has((caught as DatabaseError).code ?? '')) throw fault
        await client.query('rollback to savepoint source')
        later.push(statement)
        faults.push(fault.message)
      }
    }
    if (later.length === left.length) throw new Error(faults.join('\n'))
    left = later
  }
  await client.query('commit')
  return ran
}

const savepoint = 'savepoint source;'

function faultOf({ file, line, sql }: Statement, error: DatabaseError): SourceError {
  const before = sql.slice(0, Math.max(0, Number(error.position ?? 0) - savepoint.length - 1))
  return new SourceError(file, line + before.split('\n').length - 1, error.message)
}
