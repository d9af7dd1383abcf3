import { deliveryProblemOf, letterName, letterStateWords } from '#desk/lib/letter-words.ts'
import { bookingList, bookingRecord } from '#desk/lib/sample-records.ts'
import type { DeskResponses, DeskStates } from '#desk/lib/sample-responses.ts'
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
import {
  errorResponse,
  expectState,
  noResponse,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'

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

export const states = {
  list: { at: '/letters', answers: list },
  'each-kind': { at: '/letters', answers: { ...who, outbox: ofEach } },
  'each-state': { at: '/letters', answers: { ...who, outbox: inEach } },
  loading: { at: '/letters', answers: { outbox: noResponse } },
  empty: { at: '/letters', answers: { outbox: [] } },
  'nothing-failed': { at: '/letters?state=failed', answers: { outbox: [] } },
  error: { at: '/letters', answers: { outbox: serverError } },
  'long-words': {
    at: '/letters',
    answers: {
      outbox: [failed, letter(5, { recipient: `${unbreakable}@example.com` })],
      strategy_call_bookings: [booking(1, { name: longName, company: unbreakable })],
    },
  },
  'right-to-left': {
    at: '/letters',
    answers: {
      outbox: [letter(1), letter(5, { recipient: 'team@backline.example' })],
      strategy_call_bookings: [booking(1, { name: arabicName, company: 'شركة الأفق (2024)' })],
    },
  },
  text: { ...open(letter(1)), steps: [['press', 'Plain text']] },
  invitation: { ...open(letter(1)), steps: [['press', 'Invitation']] },
  'open-loading': open(letter(1), noResponse),
  'open-error': open(letter(1), serverError),
  'no-preview': open(letter(1), { dropped: 'the call had begun' }),
  'beside-a-booking': {
    at: `/bookings?item=${row.id}`,
    answers: {
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
    },
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
  'open-viewer': { ...open(failed), answers: { ...open(failed).answers, ...asViewer } },
  'open-gone': { at: `/letters?item=${sampleId(399)}`, answers: { outbox: [], ...who } },
  'do-not-send': { ...open(failed), steps: [['press', 'Stop sending']] },
  'sent-again': { ...open(letter(1)), steps: [['press', 'Send again']] },
  'send-refused': {
    ...open(failed),
    answers: {
      ...open(failed).answers,
      'rpc/retry_delivery': errorResponse(409, 'Another member already sent it again'),
    },
    steps: [['press', 'Retry']],
  },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  list: [
    expectState.heading('Emails'),
    ...['Sent', 'Failed', 'Retrying', 'Not sent', 'Sending', 'Saved to a file'].map((word) => expectState.says(word)),
    expectState.says('may have arrived twice'),
    expectState.says(/2 attempts so far/),
    expectState.offers('Emails 1 failed'),
  ],
  'each-kind': [...letterKinds, ...accountLetterKinds, ...sentLetterKinds, ...sentAccountLetterKinds].map((kind) =>
    expectState.says(letterName(kind)),
  ),
  'each-state': [
    ...outboxStates.map((state) => expectState.says(letterStateWords[state])),
    ...mailErrors.map((fault) =>
      expectState.says(deliveryProblemOf({ reason: `${fault}: `, may_have_arrived: false }).says),
    ),
  ],
  loading: [expectState.heading('Emails'), expectState.waits('Loading emails')],
  empty: [expectState.heading('No emails yet'), expectState.says(/the visitor and the team each get an email/)],
  'nothing-failed': [expectState.heading('No matching emails'), expectState.offers('Show all emails')],
  error: [expectState.warns('The emails could not be loaded'), expectState.offers('Try again')],
  'long-words': [expectState.says(/Wilhelmina/)],
  'right-to-left': [expectState.isolates(arabicName)],
  text: [expectState.says(/^Dear Thandi/)],
  invitation: [expectState.says(/^BEGIN:VCALENDAR/)],
  'open-loading': [expectState.waits('Loading the email')],
  'open-error': [expectState.warns('Something went wrong'), expectState.offers('Try again')],
  'no-preview': [expectState.says('No preview available: the call had begun.')],
  'beside-a-booking': [expectState.says('To the team: 1'), expectState.says('Request received')],
  'open-long-words': [expectState.says(/^Donaudampf/)],
  'open-right-to-left': [expectState.says(new RegExp(arabicName))],
  'open-failed': [
    expectState.heading('Call confirmed'),
    expectState.says('550 5.1.1 mailbox unavailable'),
    expectState.offers('Retry'),
    expectState.offers('Stop sending'),
  ],
  'open-waiting': [expectState.says('The server will retry automatically.'), expectState.offers('Send now')],
  'open-sent': [
    expectState.heading('Request received'),
    expectState.offers(/^Thandi Nkosi/),
    expectState.offers('Send again'),
    expectState.lacks('Stop sending'),
    expectState.shows('tab', 'Plain text'),
  ],
  'open-keyed': [expectState.lacks('Send again')],
  'open-filed': [expectState.says('Saved to a file'), expectState.says(/not delivered/)],
  'open-viewer': [expectState.says(/^Viewers can read everything/), expectState.lacks('Retry')],
  'open-gone': [expectState.warns('This email no longer exists'), expectState.offers('Back to the list')],
  'do-not-send': [
    expectState.shows('dialog', 'Stop sending this email?'),
    expectState.says('The visitor will not be notified unless you contact them.'),
    expectState.offers('Cancel'),
  ],
  'sent-again': [expectState.shows('dialog', 'Send this email again?'), expectState.offers('Send again')],
  'send-refused': [expectState.warns('Another member already sent it again'), expectState.offers('Retry')],
}
