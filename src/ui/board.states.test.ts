import { heading } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './board.states.tsx'

seeStates<typeof states>('ui/board', {
  plain: [heading('Four regions, one day')],
})
