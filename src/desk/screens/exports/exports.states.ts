import type { DeskStates } from '#desk/lib/answers.ts'
import { asViewer } from '#desk/lib/samples.ts'
import { broken, never, refused } from '#shared/lib/staged.ts'

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
