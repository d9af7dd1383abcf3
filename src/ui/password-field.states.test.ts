import { says, shows } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './password-field.states.tsx'

seeStates<typeof states>('ui/password-field', {
  hidden: [shows('button', 'Show: New password'), says('At least 12 characters.')],
  shown: [shows('textbox', 'New password'), says('Hide')],
  error: [says('That is too short.')],
  'long-words': [shows('button', /^Show: Donau/)],
})
