import { useSyncExternalStore } from 'react'
import { type MessageFieldName, messageRefusals } from '#content/contact.ts'
import { insertRow, refusedField } from '#site/lib/api.ts'
import { createRowDraft, type RowDraft } from '#site/lib/row-draft.ts'
import { trackOutcome } from '#site/lib/track-outcome.ts'
import { type Phase, phaseStore } from './state.ts'

const table = 'contact_messages'

const draft = createRowDraft<MessageFieldName>('message')

async function send() {
  if (phaseStore.get().name === 'submitting') return
  phaseStore.set({ name: 'submitting' })
  const outcome = await insertRow(table, {
    ...draft.values(),
    id: draft.send(),
    fill_seconds: draft.seconds(),
  })
  const field = refusedField(outcome, table, messageRefusals)
  trackOutcome('message', outcome, field)
  if (outcome.kind !== 'stored') return phaseStore.set({ name: 'error', field })
  draft.clear()
  phaseStore.set({ name: 'sent' })
}

const writeAnother = () => phaseStore.set({ name: 'idle' })

interface MessageController {
  readonly phase: Phase
  /** What was typed: it outlives changing the view and reloading the page. */
  readonly draft: RowDraft<MessageFieldName>
  readonly send: () => Promise<void>
  /** After success: an empty form again. */
  readonly writeAnother: () => void
}

export function useMessage(): MessageController {
  const phase = useSyncExternalStore(phaseStore.subscribe, phaseStore.get, phaseStore.get)
  return { phase, draft, send, writeAnother }
}
