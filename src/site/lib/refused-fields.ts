import { type Refused, refusalSentence } from '#content/field-refusals.ts'
import type { RefusedField } from './form-problem.ts'

interface Refusal {
  readonly status: number
  readonly message: string
  readonly hint: string
}

/** The refused fields with a sentence for each that has one, in the form's order. */
export function refusedFields(
  refusal: Refusal,
  table: string,
  sentences: Readonly<Record<string, string>>,
  row: object,
): RefusedField[] {
  if (refusal.status !== 400) return []
  const columns = refusedColumns(refusal, table)
  const typed = new Map(Object.entries(row))
  return Object.keys(sentences).flatMap((name) => {
    const fault = columns.find(({ column }) => column === name)
    return fault ? [{ name, reason: refusalSentence(sentences, fault, String(typed.get(name) ?? '')) }] : []
  })
}

/**
 * Our server's hint names every refused column: `phone is required; preferred_time must not be in the past`. Other
 * servers pass on PostgreSQL's message, which names one: by its constraint (`<table>_<column>_check`) or as `column
 * "name"`.
 */
function refusedColumns({ message, hint }: Refusal, table: string): Refused[] {
  const hinted = hint.split('; ').flatMap((part) => {
    const [, column = '', reason = ''] = /^(\w+) (.+)$/.exec(part) ?? []
    return column ? [{ column, reason }] : []
  })
  const named =
    message.match(new RegExp(`"${table}_(\\w+)_check"`)) ??
    message.match(/column "(\w+)"/) ??
    message.match(/'(\w+)' column/)
  return [...hinted, { column: named?.[1] ?? '', reason: '' }]
}
