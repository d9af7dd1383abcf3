import { refusalSentence } from '#content/field-refusals.ts'
import { refusedColumns } from '#shared/contract/refused-columns.ts'
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
