import { formatSqlStatements } from '@supabase/pg-delta/sql-format'
import { type Node, parseSync, type RangeVar, scanSync } from 'libpg-query'
import type { Change } from './difference.ts'
import type { Statement } from './sources.ts'

const loss = `-- This throws data away, so it is not done by itself. If it is meant, take the dashes off; if something was renamed, write
-- 'alter … rename' in its place. Until then the tests say that migrations and sources differ.`

const notNull = `-- Rows that are there have no value for this: where a table may have some, give a default, or fill the column first.`

const lineWidth = 120

/** Formats the migration as a person would: statements of the sources word for word, generated ones in lower case. */
export function migrationText(changes: readonly Change[], sources: readonly Statement[]): string {
  const words = new Map<string, string[]>()
  for (const { tree, sql } of sources) {
    const name = nameOf(tree)
    if (name) words.set(name, [...(words.get(name) ?? []), sql])
  }
  const text = `${changes.map((change) => textOf(change, words)).join('\n\n')}\n`
  return /^create or replace function[^;]*?\n? *language sql\b/im.test(text) ? unchecked(text) : text
}

/** SQL functions may call each other in any order; bodies were already checked when the sources were run. */
const unchecked = (text: string) =>
  `set check_function_bodies = off;\n\n${text}\nreset check_function_bodies;\n`

function textOf({ sql, losesData }: Change, words: ReadonlyMap<string, string[]>): string {
  const tree = parseSync(sql).stmts?.[0]?.stmt as Node
  const [own, another] = words.get(nameOf(tree) ?? '') ?? []
  const text = own && another === undefined ? replaceable(own) : plain(sql)
  if (losesData) return `${loss}\n${`${text};`.replace(/^/gm, '-- ')}`
  return `${asksForValues(tree) ? `${notNull}\n` : ''}${text};`
}

/** The object that a statement creates, where the source's own text is better than the catalogue's. */
function nameOf(tree: Node): string | undefined {
  if ('CreateFunctionStmt' in tree) return `function ${tree.CreateFunctionStmt.funcname?.map(word).join('.')}`
  if ('CreatePolicyStmt' in tree)
    return `policy ${tree.CreatePolicyStmt.policy_name} on ${tableOf(tree.CreatePolicyStmt.table)}`
  if ('CreateTrigStmt' in tree)
    return `trigger ${tree.CreateTrigStmt.trigname} on ${tableOf(tree.CreateTrigStmt.relation)}`
  if ('IndexStmt' in tree && tree.IndexStmt.idxname)
    return `index ${tree.IndexStmt.relation?.schemaname}.${tree.IndexStmt.idxname}`
  return
}

const tableOf = (table?: RangeVar) => `${table?.schemaname}.${table?.relname}`

const word = (node: Node) => ('String' in node ? node.String.sval : '')

/** A source says `create`; in a migration the function may already exist, so it says `create or replace`. */
const replaceable = (sql: string) => sql.replace(/^create function/i, 'create or replace function')

/** A new `not null` column without a default fails on a table that has rows. */
function asksForValues(tree: Node): boolean {
  if (!('AlterTableStmt' in tree)) return false
  return (tree.AlterTableStmt.cmds ?? []).some((cmd) => {
    const added = 'AlterTableCmd' in cmd && cmd.AlterTableCmd.subtype === 'AT_AddColumn'
    const column = added && cmd.AlterTableCmd.def
    if (!column || !('ColumnDef' in column)) return false
    const kinds = column.ColumnDef.constraints?.map((one) => 'Constraint' in one && one.Constraint.contype)
    const hasValue = kinds?.some((kind) => kind === 'CONSTR_DEFAULT' || kind === 'CONSTR_GENERATED')
    return kinds?.includes('CONSTR_NOTNULL') === true && !hasValue
  })
}

/** Lower case, no needless quotes, and one line where it fits. */
function plain(sql: string): string {
  const oneLine = bare(sql)
  if (oneLine.length <= lineWidth && !oneLine.includes('\n')) return oneLine
  const [text = ''] = formatSqlStatements([sql], {
    keywordCase: 'lower',
    maxWidth: lineWidth,
    indent: 2,
    alignColumns: false,
  })
  return bare(text)
}

/** Token kinds of a name that needs no quotes: no keyword, or an unreserved one. */
const needsNoQuotes = new Set([0, 1])

function bare(text: string): string {
  const bytes = Buffer.from(text)
  let done = 0
  const parts = scanSync(text).tokens.flatMap(({ start, end, text: token }) => {
    const name = /^"([a-z_][a-z0-9_]*)"$/.exec(token)?.[1]
    const needsNone = name !== undefined && needsNoQuotes.has(scanSync(name).tokens[0]?.keywordKind ?? 0)
    const part = [
      bytes.subarray(done, start).toString(),
      needsNone ? name : /^[A-Z_]+$/.test(token) ? token.toLowerCase() : token,
    ]
    done = end
    return part
  })
  return [...parts, bytes.subarray(done).toString()].join('').trim().replace(/;$/, '')
}
