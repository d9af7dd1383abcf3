import { seeStates } from '#gallery/testing.ts'
import type { states } from './icon.states.tsx'

seeStates<typeof states>('ui/icon', {
  all: [],
})
