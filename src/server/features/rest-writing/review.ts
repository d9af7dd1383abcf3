import { type BaseIssue, safeParse } from 'valibot'
import type { Row } from '#server/lib/query-grammar/types.ts'
import { unstorable } from '#shared/contract/fields.ts'
import { furthestTime, graceMinutes, reasons } from '#shared/contract/form-rules.ts'
import type { TablePolicy } from './policy.ts'
import type { Fault } from './types.ts'

/** PostgreSQL reports types while it reads a row, then nulls, then checks; the faults have the same order. */
const order: readonly Fault['kind'][] = ['unknown', 'encoding', 'type', 'missing', 'check']

const typeTests = new Set(['iso_timestamp', 'uuid', 'string', 'number'])

function kindOf(issue: BaseIssue<unknown>): Fault['kind'] {
  if (issue.expected === 'never') return 'unknown'
  if (issue.received === 'undefined' || issue.received === 'null') return 'missing'
  if (issue.message === unstorable) return 'encoding'
  return typeTests.has(issue.type) ? 'type' : 'check'
}

function faultOf(issue: BaseIssue<unknown>): Fault {
  const kind = kindOf(issue)
  const column = String(issue.path?.[0]?.key)
  return { column, kind, reason: kind === 'missing' ? 'is required' : issue.message }
}

/** Validates one row: returns it as it will be stored, or every column at fault, worst first. */
export function review(table: TablePolicy, row: Row, now: number): { row: Row; faults: Fault[] } {
  const inOrder = table.inOrder?.(row)
  if (inOrder) return { row: inOrder, faults: [] }
  const result = safeParse(table.schema, row)
  if (result.success && !table.ahead) return { row: result.output as Row, faults: [] }
  const faults = new Map<string, Fault>()
  for (const fault of result.issues?.map(faultOf) ?? []) {
    if (!faults.has(fault.column)) faults.set(fault.column, fault)
  }
  const misplaced = misplacedInstant(table, row, now)
  if (misplaced && !faults.has(misplaced.column)) faults.set(misplaced.column, misplaced)
  return {
    row: result.output as Row,
    faults: [...faults.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)),
  }
}

const minute = 60_000

function misplacedInstant({ ahead: column }: TablePolicy, row: Row, now: number): Fault | null {
  if (!column) return null
  const instant = Date.parse(String(row[column]))
  if (instant < now - graceMinutes * minute) return { column, kind: 'check', reason: reasons.past }
  return instant > furthestTime(now) ? { column, kind: 'check', reason: reasons.far } : null
}
