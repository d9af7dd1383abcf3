import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasSqlDetails, loadModule, type Node, parseSync } from 'libpg-query'

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
export async function readSources(folder = 'supabase/schemas'): Promise<Statement[]> {
  await loadModule()
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return files
    .sort()
    .map((file) => join(folder, file))
    .flatMap((file) => statementsOf(file, readFileSync(file, 'utf8')))
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
    // This position is in characters.
    const before = text.slice(0, error.sqlDetails?.cursorPosition ?? 0)
    throw new SourceError(file, before.split('\n').length, error.message)
  }
}
