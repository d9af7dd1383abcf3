import { counts, says } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './trap.states.tsx'

seeStates<typeof states>('ui/trap', {
  'not-to-be-seen': [says('That was it.'), counts('textbox', /./, 0)],
})
