import { faults, holds, says } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './number-field.states.tsx'

seeStates<typeof states>('ui/number-field', {
  'unit-after': [holds('Hours a week', '12'), says('hours')],
  'sign-before': [says('$')],
  error: [faults('Hours a week'), says('A number from 1 to 100.')],
  'long-words': [holds(/^Donau/, '12')],
})
