import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { asViewer } from '#desk/lib/samples.ts'
import { broken, type Looks, never, refused, see } from '#shared/lib/sample-states.ts'

const at = '/exports'

export const states = {
  forms: { at, answers: {} },
  'in-progress': { at, answers: { 'rpc/export_bookings': never }, steps: [['press', 'Export bookings']] },
  failed: {
    at,
    answers: { 'rpc/export_bookings': broken },
    steps: [
      ['press', 'Export bookings'],
      ['see', 'Something went wrong'],
    ],
  },
  'rate-limited': {
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
  forms: [
    see.heading('Exports'),
    see.offers('Export bookings'),
    see.offers('Export messages'),
    see.offers('Export visits'),
  ],
  'in-progress': [see.offers('Cancel'), see.says('Downloading: 0 kB')],
  failed: [see.says(/Something went wrong/), see.offers('Export bookings')],
  'rate-limited': [see.says(/Too many exports/), see.offers('Export bookings')],
  'not-for-viewers': [see.heading('Only owners and agents can export'), see.lacks('Export bookings')],
}
