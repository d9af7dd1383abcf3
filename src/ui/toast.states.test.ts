import { offers, says } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './toast.states.tsx'

seeStates<typeof states>('ui/toast', {
  done: [says('Marked as spam.')],
  undo: [says('Cancelled. The hour is free.'), offers('Undo')],
  alert: [says('Not undone. No connection.')],
  'long-words': [says(/^Donau/)],
  'right-to-left': [says(/may come in again/)],
})
