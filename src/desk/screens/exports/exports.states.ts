import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { asViewer } from '#desk/lib/samples.ts'
import {
  broken,
  heading,
  type Looks,
  lacks,
  never,
  offers,
  refused,
  says,
} from '#shared/lib/sample-states.ts'

const at = '/exports'

export const states = {
  offered: { at, answers: {} },
  coming: { at, answers: { 'rpc/export_bookings': never }, steps: [['press', 'Export bookings']] },
  failed: {
    at,
    answers: { 'rpc/export_bookings': broken },
    steps: [
      ['press', 'Export bookings'],
      ['see', 'Something went wrong'],
    ],
  },
  'too-often': {
    at,
    answers: { 'rpc/export_bookings': refused(429, 'Too many exports', { wait: 120 }) },
    steps: [
      ['press', 'Export bookings'],
      ['see', 'Too many'],
    ],
  },
  'not-for-viewers': { at, answers: asViewer },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
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
}
