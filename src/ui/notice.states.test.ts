import { isolates, offers, warns } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './notice.states.tsx'
import { arabic } from './sample-words.ts'

seeStates<typeof states>('ui/notice', {
  'in-the-page': [warns('This part did not load'), offers('Try again')],
  floating: [warns('Your message was not sent')],
  'long-words': [warns(/^Donau/)],
  'right-to-left': [isolates(arabic)],
})
