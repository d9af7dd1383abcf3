import { says } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './text-length.states.tsx'

seeStates<typeof states>('ui/text-length', {
  near: [says('12 characters left')],
  over: [says('3 more than the 5,000 that fit')],
})
