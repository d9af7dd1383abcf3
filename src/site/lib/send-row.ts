import { type InsertOutcome, insertRow } from './api.ts'
import type { Problem } from './form-problem.ts'
import { part } from './parts.ts'
import { trackOutcome } from './track-outcome.ts'

const loadReading = part(() => import('./refused-fields.ts'))

interface Sending {
  readonly form: 'booking' | 'message'
  readonly table: string
  /** Fetches the sentences about what can be refused; few visitors need one. */
  readonly sentences: () => Promise<Readonly<Record<string, string>>>
}

type Stored = Extract<InsertOutcome, { kind: 'stored' }>

/** Sends a row that a visitor typed; says that it is stored, or why not. */
export async function sendRow({ form, table, sentences }: Sending, row: object): Promise<Stored | Problem> {
  const outcome = await insertRow(table, row)
  const refused = outcome.kind === 'refused' ? await fieldsOf(outcome) : []
  trackOutcome(
    form,
    outcome,
    refused.map(({ name }) => name),
  )
  return outcome.kind === 'stored' ? outcome : { refused }

  async function fieldsOf(refusal: Extract<InsertOutcome, { kind: 'refused' }>) {
    try {
      const { refusedFields } = await loadReading()
      return refusedFields(refusal, table, await sentences(), row)
    } catch {
      return []
    }
  }
}
