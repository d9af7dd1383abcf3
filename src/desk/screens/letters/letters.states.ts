import { deliveryProblemOf, letterName, letterStateWords } from '#desk/lib/letter-words.ts'
import { bookingList, bookingRecord } from '#desk/lib/sample-records.ts'
import { type DeskResponses, type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import {
  arabicName,
  asViewer,
  booking,
  hoursAgo,
  letter,
  longName,
  message,
  sampleId,
  unbreakable,
} from '#desk/lib/samples.ts'
import { mailErrors } from '#shared/contract/letter-previews.ts'
import {
  accountLetterKinds,
  letterKinds,
  outboxStates,
  sentAccountLetterKinds,
  sentLetterKinds,
  writtenToFile,
} from '#shared/contract/outbox.ts'
import { errorResponse, expectState, pending, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'

const failed = letter(2, {
  state: 'failed',
  attempts: 9,
  reason: '550 5.1.1 mailbox unavailable',
  settled_at: hoursAgo(1),
  kind: 'call',
  sent_as: 'call-confirmed',
})
const waiting = letter(3, {
  state: 'waiting',
  attempts: 2,
  reason: 'timeout',
  due_at: hoursAgo(-1),
  settled_at: null,
})
const letters = [
  letter(1),
  failed,
  waiting,
  letter(4, { state: 'dropped', reason: 'the call had begun', kind: 'reminder-hour', sent_as: null }),
  letter(5, { kind: 'team-booking', sent_as: null, recipient: 'team@backline.example' }),
  letter(6, {
    may_have_arrived: true,
    kind: 'message-received',
    booking_id: null,
    message_id: sampleId(201),
  }),
  letter(7, { reason: writtenToFile }),
  letter(30, { state: 'sending', settled_at: null, kind: 'reminder-day', sent_as: null }),
]
const who = { strategy_call_bookings: [booking(1)], contact_messages: [message(1)] }
const paper = {
  kind: 'call-confirmed',
  to: 'thandi@company.example',
  subject: 'Your call on Thursday',
  text: 'Dear Thandi,\n\nyour call is on Thursday, 26 November, at 07:20.\n\nAnna',
  calendar: 'BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR',
} as const
const list = { outbox: letters, ...who }
/** A waiting email of each kind, and an email in each state. */
const ofEach = [
  ...[...letterKinds, ...accountLetterKinds].map((kind) => ({ kind, sent_as: null })),
  ...[...sentLetterKinds, ...sentAccountLetterKinds].map((sent_as) => ({ sent_as })),
].map((change, index) => letter(40 + index, change))
const inEach = [
  ...outboxStates.map((state) => ({ state })),
  ...mailErrors.map((fault) => ({ state: 'failed' as const, reason: `${fault}: the try failed` })),
].map((change, index) => letter(40 + index, change))
const open = (row: typeof failed, view: DeskResponses['letters/view'] = paper) => ({
  at: `/letters?item=${row.id}`,
  answers: { outbox: [row], ...who, ...(view && { 'letters/view': view }) },
})
const row = booking(1)

const show = variantsOf({ at: '/letters', answers: {} })

export const states = {
  list: show(list),
  'each-kind': show({ ...who, outbox: ofEach }),
  'each-state': show({ ...who, outbox: inEach }),
  loading: show({ outbox: pending }),
  empty: show({ outbox: [] }),
  'nothing-failed': { ...show({ outbox: [] }), at: '/letters?state=failed' },
  error: show({ outbox: serverError }),
  'long-words': show({
    outbox: [failed, letter(5, { recipient: `${unbreakable}@example.com` })],
    strategy_call_bookings: [booking(1, { name: longName, company: unbreakable })],
  }),
  'right-to-left': show({
    outbox: [letter(1), letter(5, { recipient: 'team@backline.example' })],
    strategy_call_bookings: [booking(1, { name: arabicName, company: 'شركة الأفق (2024)' })],
  }),
  text: { ...open(letter(1)), steps: [['press', 'Plain text']] },
  invitation: { ...open(letter(1)), steps: [['press', 'Invitation']] },
  'open-loading': open(letter(1), pending),
  'open-error': open(letter(1), serverError),
  'no-preview': open(letter(1), { dropped: 'the call had begun' }),
  'beside-a-booking': {
    ...show({
      ...bookingList([row]),
      'rpc/read_booking': bookingRecord(row),
      outbox: [
        letter(1),
        letter(2, {
          recipient: 'team@backline.example',
          kind: 'team-booking',
          state: 'failed',
          reason: '550',
        }),
      ],
    }),
    at: `/bookings?item=${row.id}`,
  },
  'open-long-words': {
    ...open(letter(1), {
      ...paper,
      to: `${unbreakable}@example.com`,
      subject: unbreakable,
      text: unbreakable.repeat(2),
    }),
    steps: [['press', 'Plain text']],
  },
  'open-right-to-left': {
    ...open(letter(1), { ...paper, subject: `${arabicName} (42)`, text: `${arabicName} (42)` }),
    steps: [['press', 'Plain text']],
  },
  'open-failed': open(failed),
  'open-waiting': open(waiting),
  'open-sent': open(letter(1)),
  'open-keyed': open(letter(1, { kind: 'account', sent_as: 'invite' })),
  'open-filed': open(letter(1, { reason: writtenToFile })),
  'open-viewer': variantsOf(open(failed))(asViewer),
  'open-gone': { ...show({ outbox: [], ...who }), at: `/letters?item=${sampleId(399)}` },
  'do-not-send': { ...open(failed), steps: [['press', 'Stop sending']] },
  'sent-again': { ...open(letter(1)), steps: [['press', 'Send again']] },
  'send-refused': variantsOf(open(failed))(
    { 'rpc/retry_delivery': errorResponse(409, 'Another member already sent it again') },
    ['press', 'Retry'],
  ),
} satisfies DeskStates

const { heading, isolates, lacks, offers, says, shows, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  list: [
    heading('Emails'),
    ...['Sent', 'Failed', 'Retrying', 'Not sent', 'Sending', 'Saved to a file'].map((word) => says(word)),
    says('may have arrived twice'),
    says(/2 attempts so far/),
    offers('Emails 1 failed'),
  ],
  'each-kind': [...letterKinds, ...accountLetterKinds, ...sentLetterKinds, ...sentAccountLetterKinds].map((kind) =>
    says(letterName(kind)),
  ),
  'each-state': [
    ...outboxStates.map((state) => says(letterStateWords[state])),
    ...mailErrors.map((fault) => says(deliveryProblemOf({ reason: `${fault}: `, may_have_arrived: false }).says)),
  ],
  loading: [heading('Emails'), waits('Loading emails')],
  empty: [heading('No emails yet'), says(/the visitor and the team each get an email/)],
  'nothing-failed': [heading('No matching emails'), offers('Show all emails')],
  error: [warns('The emails could not be loaded'), offers('Try again')],
  'long-words': [says(/Wilhelmina/)],
  'right-to-left': [isolates(arabicName)],
  text: [says(/^Dear Thandi/)],
  invitation: [says(/^BEGIN:VCALENDAR/)],
  'open-loading': [waits('Loading the email')],
  'open-error': [warns('Something went wrong'), offers('Try again')],
  'no-preview': [says('No preview available: the call had begun.')],
  'beside-a-booking': [says('To the team: 1'), says('Request received')],
  'open-long-words': [says(/^Donaudampf/)],
  'open-right-to-left': [says(new RegExp(arabicName))],
  'open-failed': [
    heading('Call confirmed'),
    says('550 5.1.1 mailbox unavailable'),
    offers('Retry'),
    offers('Stop sending'),
  ],
  'open-waiting': [says('The server will retry automatically.'), offers('Send now')],
  'open-sent': [
    heading('Request received'),
    offers(/^Thandi Nkosi/),
    offers('Send again'),
    lacks('Stop sending'),
    shows('tab', 'Plain text'),
  ],
  'open-keyed': [lacks('Send again')],
  'open-filed': [says('Saved to a file'), says(/not delivered/)],
  'open-viewer': [says(/^Viewers can read everything/), lacks('Retry')],
  'open-gone': [warns('This email no longer exists'), offers('Back to the list')],
  'do-not-send': [
    shows('dialog', 'Stop sending this email?'),
    says('The visitor will not be notified unless you contact them.'),
    offers('Cancel'),
  ],
  'sent-again': [shows('dialog', 'Send this email again?'), offers('Send again')],
  'send-refused': [warns('Another member already sent it again'), offers('Retry')],
}
