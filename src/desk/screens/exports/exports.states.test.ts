import { heading, lacks, offers, says } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './exports.states.ts'

seeStates<typeof states>('desk/exports', {
  offered: [
    heading('Exports'),
    offers('Export bookings'),
    offers('Export messages'),
    offers('Export visits'),
  ],
  coming: [offers('Stop'), says('Coming: 0 kB')],
  failed: [says(/Something went wrong/), offers('Export bookings')],
  'too-often': [says(/Too many exports/), offers('Export bookings')],
  'not-for-viewers': [heading('This is for owners and agents'), lacks('Export bookings')],
})
