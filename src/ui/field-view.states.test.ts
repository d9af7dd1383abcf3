import { faults, holds, isolates, says } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './field-view.states.tsx'
import { arabic } from './sample-words.ts'

seeStates<typeof states>('ui/field-view', {
  'without-script': [holds('Company', ''), says('As your customers know it.')],
  error: [faults('Company'), says('Name a company.')],
  'right-to-left': [isolates(arabic), holds('Company', arabic)],
})
