import { says } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './figures.states.tsx'

seeStates<typeof states>('ui/figures', {
  row: [says('until an answer'), says('98%')],
  column: [says('1,240')],
  'long-words': [says('12,408,113')],
})
