import { isolates, says } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './chip.states.tsx'
import { arabic } from './sample-words.ts'

seeStates<typeof states>('ui/chip', {
  signal: [says('Invited')],
  alert: [says('Spam?')],
  ink: [says('New')],
  plain: [says('Confirmed')],
  quiet: [says('Closed')],
  'long-words': [says(/^Donau/)],
  'right-to-left': [isolates(arabic)],
})
