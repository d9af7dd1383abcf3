import { type BaseIssue, type GenericSchema, safeParse } from 'valibot'
import type { JsonRow } from '#server/lib/query-grammar/queries.ts'
import { RestRefusal } from '#server/lib/query-grammar/refusal.ts'
import { unstorableReason } from '#shared/contract/fields.ts'
import { bookingSchema, messageSchema } from '#shared/contract/form-rows.ts'
import { latestBookableTime, pastToleranceMinutes, refusalReasons } from '#shared/contract/form-rules.ts'
import { interactionSchema, parseValidInteraction } from '#shared/contract/interaction.ts'

/** The PostgreSQL types of columns that a visitor can set. */
type SqlType = 'boolean' | 'text' | 'jsonb' | 'real' | 'uuid' | 'timestamp with time zone'

/** A table's columns and rules for visitors. The database enforces the same rules. */
export interface TablePolicy {
  name: string
  schema: GenericSchema
  /** Returns the same result as the schema, but faster; null for a row that the schema must check. */
  inOrder?: (row: JsonRow) => JsonRow | null
  /** The columns that a visitor can set. Any other column is rejected as if it did not exist. */
  columns: Readonly<Record<string, SqlType>>
  /** A column with a time that must be in the future, but not too far ahead. */
  ahead?: string
}

/** Each form field has a column with the same name. The column's type is text unless `others` names another type. */
const columnsOf = <Field extends string>(
  { entries }: { entries: Record<Field, unknown> },
  others: Partial<Record<Field, SqlType>>,
): Record<string, SqlType> => ({
  ...Object.fromEntries(Object.keys(entries).map((field) => [field, 'text' as const])),
  ...others,
})

const ofBothForms = { id: 'uuid', fill_seconds: 'real', session_id: 'uuid' } as const

const bookings = {
  name: 'strategy_call_bookings',
  schema: bookingSchema,
  columns: columnsOf(bookingSchema, {
    ...ofBothForms,
    preferred_time: 'timestamp with time zone',
    picked: 'boolean',
  }),
  ahead: 'preferred_time',
} as const satisfies TablePolicy

const messages = {
  name: 'contact_messages',
  schema: messageSchema,
  columns: columnsOf(messageSchema, ofBothForms),
} as const satisfies TablePolicy

const interactions = {
  name: 'user_interactions',
  schema: interactionSchema,
  inOrder: (row) => parseValidInteraction(row) as JsonRow | null,
  columns: columnsOf(interactionSchema, { id: 'uuid', session_id: 'uuid', event_data: 'jsonb' }),
} as const satisfies TablePolicy

export type TableName = (typeof bookings | typeof messages)['name']

/** All tables into which visitors can insert rows. */
export const tables: ReadonlyMap<string, TablePolicy> = new Map<string, TablePolicy>([
  [bookings.name, bookings],
  [messages.name, messages],
  [interactions.name, interactions],
])

export interface FieldFault {
  column: string
  /**
   * `type` and `encoding` mean that the column's type cannot store the value; `check` means that a rule forbids the
   * value.
   */
  kind: 'unknown' | 'missing' | 'type' | 'encoding' | 'check'
  /** The rule for the value, worded to follow the column's name. */
  reason: string
}

/** The order in which PostgreSQL reports errors: types while it reads a row, then nulls, then checks. */
const order: readonly FieldFault['kind'][] = ['unknown', 'encoding', 'type', 'missing', 'check']

const typeTests = new Set(['iso_timestamp', 'uuid', 'string', 'number'])

function kindOf(issue: BaseIssue<unknown>): FieldFault['kind'] {
  if (issue.expected === 'never') return 'unknown'
  if (issue.received === 'undefined' || issue.received === 'null') return 'missing'
  if (issue.message === unstorableReason) return 'encoding'
  return typeTests.has(issue.type) ? 'type' : 'check'
}

function faultOf(issue: BaseIssue<unknown>): FieldFault {
  const kind = kindOf(issue)
  const column = String(issue.path?.[0]?.key)
  return { column, kind, reason: kind === 'missing' ? 'is required' : issue.message }
}

/** Validates one row. Returns the row as it will be stored, or all invalid columns, with the worst error first. */
export function review(table: TablePolicy, row: JsonRow, now: number): { row: JsonRow; faults: FieldFault[] } {
  const inOrder = table.inOrder?.(row)
  if (inOrder) return { row: inOrder, faults: [] }
  const result = safeParse(table.schema, row)
  if (result.success && !table.ahead) return { row: result.output as JsonRow, faults: [] }
  const faults = new Map<string, FieldFault>()
  for (const fault of result.issues?.map(faultOf) ?? []) {
    if (!faults.has(fault.column)) faults.set(fault.column, fault)
  }
  const misplaced = checkInstant(table, row, now)
  if (misplaced && !faults.has(misplaced.column)) faults.set(misplaced.column, misplaced)
  return {
    row: result.output as JsonRow,
    faults: [...faults.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)),
  }
}

const minute = 60_000

function checkInstant({ ahead: column }: TablePolicy, row: JsonRow, now: number): FieldFault | null {
  if (!column) return null
  const instant = Date.parse(String(row[column]))
  if (instant < now - pastToleranceMinutes * minute) return { column, kind: 'check', reason: refusalReasons.past }
  return instant > latestBookableTime(now) ? { column, kind: 'check', reason: refusalReasons.far } : null
}

/**
 * Returns the worst error in PostgreSQL's words, so that a client gets the same message as from a hosted project. The
 * hint is our own: it names all invalid fields, with the worst error first, and never repeats values.
 */
export function faultRefusal(
  table: TablePolicy,
  [worst, ...others]: readonly [FieldFault, ...FieldFault[]],
  row: number | null,
): RestRefusal {
  const { column, kind } = worst
  const relation = `relation "${table.name}"`
  const said = [worst, ...others].map((fault) => `${fault.column} ${fault.reason}`)
  const hint = `${row === null ? '' : `row ${row + 1}: `}${said.join('; ')}`
  switch (kind) {
    case 'unknown':
      return new RestRefusal(
        'PGRST204',
        `Could not find the '${column.slice(0, 100)}' column of '${table.name}' in the schema cache`,
        `Visitors may set ${Object.keys(table.columns).join(', ')}`,
      )
    case 'missing':
      return new RestRefusal(
        '23502',
        `null value in column "${column}" of ${relation} violates not-null constraint`,
        hint,
      )
    case 'encoding':
      return new RestRefusal('22P05', 'unsupported Unicode escape sequence', hint)
    case 'type': {
      const type = table.columns[column]
      const code = type === 'timestamp with time zone' ? '22007' : '22P02'
      return new RestRefusal(code, `invalid input syntax for type ${type}`, hint)
    }
    case 'check': {
      const constraint = `${table.name}_${column}_check`
      return new RestRefusal('23514', `new row for ${relation} violates check constraint "${constraint}"`, hint)
    }
  }
}
