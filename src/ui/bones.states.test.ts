import { waits } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './bones.states.tsx'

seeStates<typeof states>('ui/bones', {
  loading: [waits('Loading the bookings')],
  'one-line': [waits('Loading')],
})
