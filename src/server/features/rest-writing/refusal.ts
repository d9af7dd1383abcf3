import { Refusal } from '#server/lib/query-grammar/refusal.ts'
import type { TablePolicy } from './policy.ts'
import type { Fault } from './types.ts'

/**
 * The worst fault in PostgreSQL's words, so that a client gets the same as from a hosted project. The hint is ours: it
 * names every field at fault, the worst first. Values are never repeated.
 */
export function faultRefusal(
  table: TablePolicy,
  [worst, ...others]: readonly [Fault, ...Fault[]],
  row: number | null,
): Refusal {
  const { column, kind } = worst
  const relation = `relation "${table.name}"`
  const said = [worst, ...others].map((fault) => `${fault.column} ${fault.reason}`)
  const hint = `${row === null ? '' : `row ${row + 1}: `}${said.join('; ')}`
  switch (kind) {
    case 'unknown':
      return new Refusal(
        'PGRST204',
        `Could not find the '${column.slice(0, 100)}' column of '${table.name}' in the schema cache`,
        `Visitors may set ${Object.keys(table.columns).join(', ')}`,
      )
    case 'missing':
      return new Refusal(
        '23502',
        `null value in column "${column}" of ${relation} violates not-null constraint`,
        hint,
      )
    case 'encoding':
      return new Refusal('22P05', 'unsupported Unicode escape sequence', hint)
    case 'type': {
      const type = table.columns[column]
      const code = type === 'timestamp with time zone' ? '22007' : '22P02'
      return new Refusal(code, `invalid input syntax for type ${type}`, hint)
    }
    case 'check': {
      const constraint = `${table.name}_${column}_check`
      return new Refusal('23514', `new row for ${relation} violates check constraint "${constraint}"`, hint)
    }
  }
}
