import { faults, offers, says, warns } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './new-password.states.ts'

seeStates<typeof states>('desk-parts/new-password', {
  empty: [says(/12 characters/), offers('Change the password')],
  'too-short': [says(/8 more/)],
  long: [offers('Change the password')],
  'same-as-before': [warns('That is the password you have already.'), faults('New password')],
})
