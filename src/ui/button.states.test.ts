import { counts, isolates, offers, shows } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './button.states.tsx'
import { arabic } from './sample-words.ts'

seeStates<typeof states>('ui/button', {
  plain: [offers('Choose a time')],
  signal: [offers('Book a call')],
  small: [offers('Undo'), offers('Confirm 14:20')],
  disabled: [counts('button', 'Sending…', 2)],
  link: [shows('link', 'To the bookings')],
  'long-words': [offers(/^Confirm the time/)],
  'right-to-left': [isolates(arabic)],
})
