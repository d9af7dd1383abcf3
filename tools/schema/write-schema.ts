import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasSqlDetails, loadModule, type Node, parseSync } from 'libpg-query'

/** A statement in a source file, with its position and parse tree. */
interface SqlStatement {
  file: string
  line: number
  sql: string
  tree: Node
}

/** Writes the file that the server runs on a new database. The build, tests and development use this file. */
export async function writeSchema(): Promise<void> {
  const parts: string[] = []
  let last = ''
  for (const { file, sql } of orderStatements(await readSources())) {
    parts.push(file === last ? `${sql};` : `-- ${file}\n${sql};`)
    last = file
  }
  mkdirSync('dist', { recursive: true })
  // Without this setting, PostgreSQL would check an SQL function on creation, before all objects in the function's body
  // exist.
  const text = ['set check_function_bodies = off;', ...parts, 'reset check_function_bodies;']
  writeFileSync('dist/schema.sql', `${text.join('\n\n')}\n`)
}

/** Returns the statements of all sources, ordered by file name and line. */
export async function readSources(folder = 'supabase/schemas'): Promise<SqlStatement[]> {
  await loadModule()
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return files
    .sort()
    .map((file) => join(folder, file))
    .flatMap((file) => statementsOf(file, readFileSync(file, 'utf8')))
}

/** Uses PostgreSQL's parser, because bodies and strings contain semicolons, too. The parser counts in bytes. */
function statementsOf(file: string, text: string): SqlStatement[] {
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
    // PostgreSQL counts this position in characters, not bytes.
    const before = text.slice(0, error.sqlDetails?.cursorPosition ?? 0)
    throw new Error(`${file}:${before.split('\n').length}: ${error.message}`, { cause: error })
  }
}

/**
 * Orders the statements so that PostgreSQL can run them. The sources are ordered for readers: a statement moves
 * down if it names something that a later statement creates. Function bodies do not count, because PostgreSQL reads
 * them only when a function runs. A `select` runs a function, so it comes last. Throws on circular dependencies.
 */
export function orderStatements(statements: readonly SqlStatement[]): SqlStatement[] {
  const runsFunctions = ({ tree }: SqlStatement) => 'SelectStmt' in tree
  const creators = new Map(statements.flatMap((one) => createdBy(one).map((name) => [name, one] as const)))
  const ordered = new Set<SqlStatement>()
  const add = (statement: SqlStatement, path: readonly SqlStatement[]) => {
    if (ordered.has(statement)) return
    if (path.includes(statement)) {
      const circle = [...path.slice(path.indexOf(statement)), statement]
      throw new Error(
        `These statements need each other: ${circle.map(({ file, line }) => `${file}:${line}`).join(' → ')}`,
      )
    }
    for (const name of namesIn(statement.tree)) {
      const creator = creators.get(name)
      if (creator && creator !== statement) add(creator, [...path, statement])
    }
    ordered.add(statement)
  }
  for (const statement of statements) if (!runsFunctions(statement)) add(statement, [])
  for (const statement of statements) ordered.add(statement)
  return [...ordered]
}

/** The qualified name of the object that a statement creates: a schema, table, view, type or function. */
function createdBy({ tree }: SqlStatement): string[] {
  if ('CreateSchemaStmt' in tree) return [`${tree.CreateSchemaStmt.schemaname}.`]
  if ('CreateFunctionStmt' in tree) return [qualifiedName(tree.CreateFunctionStmt.funcname)]
  if ('CreateStmt' in tree) return nameOf(tree.CreateStmt.relation)
  if ('ViewStmt' in tree) return nameOf(tree.ViewStmt.view)
  if ('CompositeTypeStmt' in tree) return nameOf(tree.CompositeTypeStmt.typevar)
  return []
}

/** Returns all qualified names in a statement and the names of their schemas, which end with a dot. */
function namesIn(tree: unknown): string[] {
  if (typeof tree !== 'object' || tree === null) return []
  if (Array.isArray(tree)) {
    const name = qualifiedName(tree)
    return [...(name ? [name, `${name.split('.')[0]}.`] : []), ...tree.flatMap(namesIn)]
  }
  const names = nameOf(tree).flatMap((name) => [name, `${name.split('.')[0]}.`])
  return [...names, ...Object.values(tree).flatMap(namesIn)]
}

/** The name of a relation in a parse tree. */
function nameOf(node: object | undefined): string[] {
  const { schemaname, relname } = (node ?? {}) as { schemaname?: string; relname?: string }
  return schemaname && relname ? [`${schemaname}.${relname}`] : []
}

/** Returns the qualified name in a list, such as the name of a function or a type; empty for any other list. */
function qualifiedName(list: readonly unknown[] | undefined): string {
  const words = (list ?? []).map((one) => (one as { String?: { sval?: string } }).String?.sval)
  const [schema, name] = words
  return schema && name && !words.includes(undefined) ? `${schema}.${name}` : ''
}
