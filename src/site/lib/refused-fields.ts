import { type Refused, refusalSentence } from '#content/field-refusals.ts'
import type { RefusedField } from './form-problem.ts'

interface Refusal {
  readonly status: number
  readonly message: string
  readonly hint: string
}

/** The fields that a refusal is about, and a sentence for each: those that have one, in its order. */
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
 * Our server's hint names every column at fault: `phone is required; preferred_time must not be in the past`. Another
 * one that speaks for PostgreSQL names one, in the message: by its constraint (`<table>_<column>_check`) or as
 * `column "name"`.
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
