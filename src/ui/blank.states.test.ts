import { heading, isolates, offers, warns } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './blank.states.tsx'
import { arabic } from './sample-words.ts'

seeStates<typeof states>('ui/blank', {
  empty: [heading('No bookings')],
  error: [warns('The list could not be fetched'), offers('Try again')],
  'long-words': [heading(/^Donau/)],
  'right-to-left': [isolates(arabic)],
})
