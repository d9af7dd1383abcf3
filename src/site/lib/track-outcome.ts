import type { InsertOutcome } from './api.ts'
import { track } from './track.ts'

/** Tells what came of a form, and of a failure its code and the fields it is about. */
export function trackOutcome(form: 'booking' | 'message', outcome: InsertOutcome, fields: string[]): void {
  track('form_submit', { form, outcome: outcome.kind })
  if (outcome.kind === 'stored') return
  const code = outcome.kind === 'unknown' ? 'no_answer' : outcome.code || `http_${outcome.status}`
  track('error', { code, place: form, fields })
}
