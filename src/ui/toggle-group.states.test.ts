import { isolates, shows } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import { arabic } from './sample-words.ts'
import type { states } from './toggle-group.states.tsx'

seeStates<typeof states>('ui/toggle-group', {
  plain: [shows('group', 'Which letters'), shows('button', 'Waiting')],
  'long-words': [shows('button', /^Donau/)],
  'right-to-left': [isolates(arabic)],
})
