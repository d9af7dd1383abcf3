import { offers, says, warns } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './form-problem.states.tsx'
import { arabic } from './sample-words.ts'

seeStates<typeof states>('ui/form-problem', {
  failure: [warns('Your request could not be sent.'), offers('a@backline.example')],
  'fields-at-fault': [warns('Two things are missing.'), offers('Your name'), says(/reload it/)],
  'long-words': [warns(/^Donau/)],
  'right-to-left': [warns(arabic)],
})
