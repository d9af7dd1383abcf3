import { letterName } from '#desk/lib/letter-words.ts'
import type { DeskStates } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, hoursAgo, me, otherMember, people, sampleId, unbreakable } from '#desk/lib/samples.ts'
import { bookingStatusWords, messageStatusWords } from '#desk/lib/words.ts'
import { bookingStatuses, messageStatuses } from '#shared/contract/desk.ts'
import { deskActions, type LogAction, signInActions } from '#shared/contract/log-actions.ts'
import { letterKinds } from '#shared/contract/outbox.ts'
import type { AuditEntry } from '#shared/contract/team.ts'
import { expectState, noResponse, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'

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
  entry(2, 'booking_assigned', { ...about, details: { to: otherMember.id } }),
  entry(3, 'login', { actor: null, outcome: 'refused', details: { method: 'password' } }),
  entry(26, 'settings_changed', { details: { columns: ['weekly_capacity', 'opens'] } }),
  entry(27, 'person_erased', { details: { bookings: 2, messages: 1 } }),
  entry(50, 'role_changed', { details: { from: 'viewer', to: 'agent' } }),
]
/** The details that the database stores with these actions. All other actions use the details in `any`. */
const details: Readonly<Partial<Record<LogAction, AuditEntry['details']>>> = {
  booking_proposed: { to: hoursAgo(-30) },
  proposal_declined: { proposed: hoursAgo(-30) },
  booking_assigned: { to: otherMember.id },
  message_assigned: { to: otherMember.id },
  role_changed: { from: 'viewer', to: 'agent' },
}
const any = {
  from: 'new',
  to: 'spam',
  bookings: 2,
  messages: 1,
  sessions: 3,
  day: '2026-11-27',
  kind: 'call',
  role: 'agent',
  list: 'bookings',
  edits: 12,
  restored: 3,
}
const ofEach = [
  ...[...deskActions, ...signInActions].map((action) => entry(1, action, { details: details[action] ?? any })),
  ...bookingStatuses.map((to) => entry(2, 'booking_moved', { details: { from: 'new', to } })),
  ...messageStatuses.map((to) => entry(2, 'message_moved', { details: { from: 'new', to } })),
  ...letterKinds.map((kind) => entry(3, 'letter_stopped', { details: { kind } })),
]

export const states = {
  entries: { at, answers: { 'rpc/read_audit_log': entries } },
  'each-action': { at, answers: { 'rpc/read_audit_log': ofEach } },
  loading: { at, answers: { 'rpc/read_audit_log': noResponse } },
  empty: { at: '/log?kind=export', answers: { 'rpc/read_audit_log': [] } },
  error: { at, answers: { 'rpc/read_audit_log': serverError } },
  'more-pages': {
    at,
    answers: {
      'rpc/read_audit_log': Array.from({ length: 100 }, (_, index) => entry(index / 4, 'booking_read', about)),
    },
  },
  'not-an-owner': { at, answers: asAgent },
  'long-words': {
    at,
    answers: {
      'rpc/read_audit_log': [entry(1, unbreakable), entry(2, 'day_off_added', { details: { day: unbreakable } })],
    },
  },
  'right-to-left': {
    at,
    answers: {
      'rpc/desk_people': people.map((one) => ({ ...one, name: arabicName })),
      'rpc/read_audit_log': entries,
    },
  },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  entries: [
    expectState.heading('Audit log'),
    expectState.says('changed a booking from new to confirmed'),
    expectState.says('assigned a booking to Karl Fisher'),
    expectState.says('An unknown visitor failed to sign in'),
    expectState.says('changed the settings: weekly capacity, call hours'),
    expectState.says('erased all data of one visitor: 2 bookings, 1 message'),
    expectState.offers('View'),
  ],
  'each-action': [
    expectState.heading('Audit log'),
    // The compiler checks that every action has a sentence. The words in this pattern would appear if a detail
    // were missing.
    expectState.saysNo(/undefined|NaN|Invalid|null|\[object/),
    ...bookingStatuses.map((to) =>
      expectState.says(`changed a booking from new to ${bookingStatusWords[to].toLowerCase()}`),
    ),
    ...messageStatuses.map((to) =>
      expectState.says(`changed a message from new to ${messageStatusWords[to].toLowerCase()}`),
    ),
    ...letterKinds.map((kind) => expectState.says(`cancelled an email: ${letterName(kind)}`)),
  ],
  loading: [expectState.heading('Audit log'), expectState.waits('Loading')],
  empty: [expectState.heading('No entries'), expectState.offers('Exports')],
  error: [expectState.warns('The audit log could not be loaded'), expectState.offers('Try again')],
  'more-pages': [expectState.offers('Show older')],
  'not-an-owner': [expectState.heading('Only owners can see this page')],
  'long-words': [expectState.says(/Donaudampf/)],
  'right-to-left': [expectState.isolates(arabicName)],
}
