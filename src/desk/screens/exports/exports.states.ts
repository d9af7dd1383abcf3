import type { DeskStates } from '#desk/lib/sample-responses.ts'
import { asViewer } from '#desk/lib/samples.ts'
import {
  errorResponse,
  expectState,
  noResponse,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'

const at = '/exports'

export const states = {
  forms: { at, answers: {} },
  'in-progress': {
    at,
    answers: { 'rpc/export_bookings': noResponse },
    steps: [['press', 'Export bookings']],
  },
  failed: {
    at,
    answers: { 'rpc/export_bookings': serverError },
    steps: [
      ['press', 'Export bookings'],
      ['see', 'Something went wrong'],
    ],
  },
  'rate-limited': {
    at,
    answers: { 'rpc/export_bookings': errorResponse(429, 'Too many exports', { wait: 120 }) },
    steps: [
      ['press', 'Export bookings'],
      ['see', 'Too many'],
    ],
  },
  'not-for-viewers': { at, answers: asViewer },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  forms: [
    expectState.heading('Exports'),
    expectState.offers('Export bookings'),
    expectState.offers('Export messages'),
    expectState.offers('Export visits'),
  ],
  'in-progress': [expectState.offers('Cancel'), expectState.says('Downloading: 0 kB')],
  failed: [expectState.says(/Something went wrong/), expectState.offers('Export bookings')],
  'rate-limited': [expectState.says(/Too many exports/), expectState.offers('Export bookings')],
  'not-for-viewers': [expectState.heading('Only owners and agents can export'), expectState.lacks('Export bookings')],
}
