import { isolates, shows } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import { arabic } from './sample-words.ts'
import type { states } from './tabs.states.tsx'

seeStates<typeof states>('ui/tabs', {
  plain: [shows('tab', 'As text'), shows('tabpanel', 'Letter')],
  'long-words': [shows('tab', /^Donau/)],
  'right-to-left': [isolates(arabic)],
})
