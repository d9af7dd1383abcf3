import { letterName } from '#desk/lib/letter-words.ts'
import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, hoursAgo, me, otherMember, people, sampleId, unbreakable } from '#desk/lib/samples.ts'
import { bookingStatusWords, messageStatusWords } from '#desk/lib/words.ts'
import { bookingStatuses, messageStatuses } from '#shared/contract/desk.ts'
import { deskActions, type LogAction, signInActions } from '#shared/contract/log-actions.ts'
import { letterKinds } from '#shared/contract/outbox.ts'
import type { AuditEntry } from '#shared/contract/team.ts'
import { expectState, pending, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'

const entry = (hours: number, action: string, change: Partial<AuditEntry> = {}): AuditEntry => ({
  at: hoursAgo(hours),
  actor: me.id,
  action,
  outcome: 'done',
  subject: null,
  subject_id: null,
  details: {},
  entries: null,
  ...change,
})
const about = { subject: 'strategy_call_bookings', subject_id: sampleId(101) }
const entries = [
  entry(1, 'booking_moved', { ...about, details: { from: 'new', to: 'confirmed' } }),
  entry(2, 'booking_assigned', { ...about, details: { to: otherMember.id } }),
  entry(3, 'login', { actor: null, outcome: 'refused', details: { method: 'password' } }),
  entry(26, 'settings_changed', { details: { columns: ['weekly_capacity', 'opens'] } }),
  entry(27, 'person_erased', { details: { bookings: 2, messages: 1 } }),
  entry(30, 'message_moved', {
    entries: [102, 103, 104].map((number) => ({
      action: 'message_moved',
      subject: 'contact_messages',
      subject_id: sampleId(number),
      details: { from: number === 102 ? 'spam?' : 'new', to: 'spam' },
    })),
  }),
  entry(49, 'member_stopped', { subject_id: sampleId(999) }),
  entry(50, 'role_changed', { subject_id: otherMember.id, details: { from: 'viewer', to: 'agent' } }),
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

const show = variantsOf({ at: '/log', answers: {} })

export const states = {
  entries: show({ 'rpc/read_audit_log': entries }, ['open', '3 changes']),
  'each-action': show({ 'rpc/read_audit_log': ofEach }),
  loading: show({ 'rpc/read_audit_log': pending }),
  empty: { ...show({ 'rpc/read_audit_log': [] }), at: '/log?kind=export' },
  error: show({ 'rpc/read_audit_log': serverError }),
  'more-pages': show({
    'rpc/read_audit_log': Array.from({ length: 100 }, (_, index) => entry(index / 4, 'booking_read', about)),
  }),
  'not-an-owner': show(asAgent),
  'long-words': show({
    'rpc/read_audit_log': [entry(1, unbreakable), entry(2, 'day_off_added', { details: { day: unbreakable } })],
  }),
  'right-to-left': show({
    'rpc/desk_people': people.map((one) => ({ ...one, name: arabicName })),
    'rpc/read_audit_log': entries,
  }),
} satisfies DeskStates

const { heading, isolates, offers, says, saysNo, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  entries: [
    heading('Audit log'),
    says('changed a booking from new to confirmed'),
    says('assigned a booking to Karl Fisher'),
    says('An unknown visitor failed to sign in'),
    says('changed the settings: weekly capacity, call hours'),
    says('changed 3 messages to spam'),
    says('changed a message from suspected spam to spam'),
    offers(/^[0-9A-F]{8}$/),
    says(/suspended a former member \([0-9a-f]{8}\)/),
    says('changed Karl Fisher’s role from viewer to agent'),
    says('erased all data of one visitor: 2 bookings, 1 message'),
    offers('View'),
  ],
  'each-action': [
    heading('Audit log'),
    // The compiler checks that every action has a sentence. The words in this pattern would appear if a detail
    // were missing.
    saysNo(/undefined|NaN|Invalid|null|\[object/),
    ...bookingStatuses.map((to) => says(`changed a booking from new to ${bookingStatusWords[to].toLowerCase()}`)),
    ...messageStatuses.map((to) => says(`changed a message from new to ${messageStatusWords[to].toLowerCase()}`)),
    ...letterKinds.map((kind) => says(`cancelled an email: ${letterName(kind)}`)),
  ],
  loading: [heading('Audit log'), waits('Loading')],
  empty: [heading('No entries'), offers('Exports')],
  error: [warns('The audit log could not be loaded'), offers('Try again')],
  'more-pages': [offers('Show older')],
  'not-an-owner': [heading('Only owners can see this page')],
  'long-words': [says(/Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
}
