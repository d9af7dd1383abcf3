import type { ErrorBody } from '#shared/contract/errors.ts'
import type { TablePolicy } from './policy.ts'
import type { Fault, Preferences } from './types.ts'

/** A request refused, in the words that PostgREST or PostgreSQL would use. */
export class Refusal extends Error {
  readonly body: ErrorBody
  constructor(code: string, message: string, hint: string | null = null, details: string | null = null) {
    super(message)
    this.body = { code, message, details, hint }
  }
}

/** Refused because the catalogue does not know a name; it may have been made since we looked. */
export class UnknownName extends Refusal {}

/** A query string that cannot be read, or asks for more than one request may. */
export const unparsable = (what: string, details: string | null = null, hint: string | null = null) =>
  new Refusal('PGRST100', `failed to parse ${what}`, hint, details)

export const unknownTable = (name: string) =>
  new UnknownName('PGRST205', `Could not find the table 'public.${name.slice(0, 100)}' in the schema cache`)

export const unknownColumn = (relation: string, name: string) =>
  new UnknownName('42703', `column ${relation}.${name.slice(0, 100)} does not exist`)

/** A column that a body or `columns` names, in the words that PostgREST has for those. */
export const unknownKey = (relation: string, name: string) =>
  new UnknownName(
    'PGRST204',
    `Could not find the '${name.slice(0, 100)}' column of '${relation}' in the schema cache`,
  )

/** A filter, an order or a page of rows that upstream would have embedded. */
export const notEmbedded = (name: string) => {
  const resource = name.slice(0, 100)
  return new Refusal(
    'PGRST108',
    `'${resource}' is not an embedded resource in this request`,
    'Rows of other tables are not embedded here; ask for them in a request of their own, or by a view or function',
  )
}

export const outOfRange = (details: string) =>
  new Refusal('PGRST103', 'Requested range not satisfiable', null, details)

export const notSingular = (count: number) =>
  new Refusal(
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    null,
    `The result contains ${count} rows`,
  )

export const notAvailable = (accept: string) =>
  new Refusal('PGRST107', `None of these media types are available: ${accept.slice(0, 200)}`)

export const permissionDenied = (table: string) =>
  new Refusal('42501', `permission denied for table ${table}`)

/** Stops a request that touched more rows than its sender would have touched. */
export function checkAffected({ maxAffected }: Pick<Preferences, 'maxAffected'>, rows: number): void {
  if (maxAffected === null || rows <= maxAffected) return
  throw new Refusal(
    'PGRST124',
    'Query result exceeds max-affected preference constraint',
    null,
    `The query affects ${rows} rows`,
  )
}

export const invalidJson = () => new Refusal('PGRST102', 'Empty or invalid json')

export const invalidPath = () => new Refusal('PGRST125', 'Invalid path specified in request URL')

/**
 * The worst fault as PostgreSQL would word it, so that a client reads the same from us and from a hosted project.
 * The hint is ours: it names every field at fault in plain words, the worst first. Values are never repeated.
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
