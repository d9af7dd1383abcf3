import { drawings } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './icon.states.tsx'

seeStates<typeof states>('ui/icon', {
  all: [drawings(5)],
})
