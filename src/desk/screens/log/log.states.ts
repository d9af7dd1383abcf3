import type { DeskStates } from '#desk/lib/answers.ts'
import {
  arabicName,
  asAgent,
  colleague,
  hoursAgo,
  me,
  people,
  sampleId,
  unbreakable,
} from '#desk/lib/samples.ts'
import type { AuditEntry } from '#shared/contract/desk-people.ts'
import { broken, never } from '#shared/lib/staged.ts'

const at = '/log'
const entry = (hours: number, action: string, change: Partial<AuditEntry> = {}): AuditEntry => ({
  at: hoursAgo(hours),
  actor: me.id,
  action,
  outcome: 'done',
  subject: null,
  subject_id: null,
  details: {},
  ...change,
})
const about = { subject: 'strategy_call_bookings', subject_id: sampleId(101) }
const entries = [
  entry(1, 'booking_moved', { ...about, details: { from: 'new', to: 'confirmed' } }),
  entry(2, 'booking_assigned', { ...about, details: { to: colleague.id } }),
  entry(3, 'login', { actor: null, outcome: 'refused', details: { method: 'password' } }),
  entry(26, 'settings_changed', { details: { columns: ['weekly_capacity', 'opens'] } }),
  entry(27, 'person_erased', { details: { bookings: 2, messages: 1 } }),
  entry(50, 'role_changed', { details: { from: 'viewer', to: 'agent' } }),
]

export const states = {
  entries: { at, answers: { 'rpc/audit_trail': entries } },
  loading: { at, answers: { 'rpc/audit_trail': never } },
  empty: { at: '/log?kind=export', answers: { 'rpc/audit_trail': [] } },
  error: { at, answers: { 'rpc/audit_trail': broken } },
  'more-to-come': {
    at,
    answers: {
      'rpc/audit_trail': Array.from({ length: 100 }, (_, index) => entry(index / 4, 'booking_read', about)),
    },
  },
  'not-an-owner': { at, answers: asAgent },
  'long-words': {
    at,
    answers: {
      'rpc/audit_trail': [
        entry(1, unbreakable),
        entry(2, 'day_off_added', { details: { day: unbreakable } }),
      ],
    },
  },
  'right-to-left': {
    at,
    answers: {
      'rpc/desk_people': people.map((one) => ({ ...one, name: arabicName })),
      'rpc/audit_trail': entries,
    },
  },
} satisfies DeskStates
