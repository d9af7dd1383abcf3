import { faults, holds, isolates, says } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './field.states.tsx'
import { arabic } from './sample-words.ts'

seeStates<typeof states>('ui/field', {
  empty: [holds('Company', ''), says('As your customers know it.')],
  optional: [says('(optional)')],
  error: [faults('Company'), says('Name a company.')],
  locked: [holds('Company', 'Karoo Software')],
  select: [holds('Team', '2')],
  'select-locked': [holds('Team', '1')],
  time: [holds('Time', '')],
  'nearly-full': [says(/characters left/)],
  'too-long': [faults('Message'), says(/more than the 40 that fit/)],
  'long-words': [faults(/^Donau/)],
  'right-to-left': [isolates(arabic)],
})
