import type { InsertOutcome } from './api.ts'
import { track } from './track.ts'

/** Tracks a form's outcome; for a failure its code and the refused fields. */
export function trackOutcome(form: 'booking' | 'message', outcome: InsertOutcome, fields: string[]): void {
  track('form_submit', { form, outcome: outcome.kind })
  if (outcome.kind === 'stored') return
  const code = outcome.kind === 'unknown' ? 'no_answer' : outcome.code || `http_${outcome.status}`
  track('error', { code, place: form, fields })
}
