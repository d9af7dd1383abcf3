import { heading, says } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './section-head.states.tsx'

seeStates<typeof states>('ui/section-head', {
  plain: [heading('How it works')],
  eyebrow: [says('Proof'), heading('What partners say')],
  'long-words': [heading(/^Donau/)],
})
