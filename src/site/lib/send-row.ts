import type { ReactElement } from 'react'
import { type InsertOutcome, insertRow } from './api.ts'
import type { Problem } from './form-problem.ts'
import { trackOutcome } from './track-outcome.ts'

const loadReading = () => import('./refused-fields.ts')
const loadNote = () => import('./retry-note.tsx')

interface Sending {
  readonly form: 'booking' | 'message'
  readonly table: string
  /** Loads the sentences about refusals; few visitors need one. */
  readonly sentences: () => Promise<Readonly<Record<string, string>>>
}

type Stored = Extract<InsertOutcome, { kind: 'stored' }>

/** Sends a row that a visitor typed; returns whether it is stored, or why not. */
export async function sendRow({ form, table, sentences }: Sending, row: object): Promise<Stored | Problem> {
  const outcome = await insertRow(table, row)
  const refused = outcome.kind === 'refused' ? await fieldsOf(outcome) : []
  trackOutcome(
    form,
    outcome,
    refused.map(({ name }) => name),
  )
  if (outcome.kind === 'stored') return outcome
  return { refused, note: outcome.kind === 'refused' && outcome.wait > 0 && (await noteOf(outcome.wait)) }

  async function fieldsOf(refusal: Extract<InsertOutcome, { kind: 'refused' }>) {
    try {
      const { refusedFields } = await loadReading()
      return refusedFields(refusal, table, await sentences(), row)
    } catch {
      return []
    }
  }
}

async function noteOf(seconds: number): Promise<ReactElement | null> {
  try {
    return (await loadNote()).retryNote(seconds)
  } catch {
    return null
  }
}
