import { isolates, offers, shows } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './dialog.states.tsx'
import { arabic } from './sample-words.ts'

seeStates<typeof states>('ui/dialog', {
  narrow: [shows('dialog', 'Erase this person?'), offers('Close'), offers('Erase')],
  wide: [shows('dialog', 'Keys')],
  'taller-than-the-screen': [shows('dialog', 'All of it'), offers('Erase')],
  'long-words': [shows('dialog', /^Donau/)],
  'right-to-left': [isolates(arabic)],
})
