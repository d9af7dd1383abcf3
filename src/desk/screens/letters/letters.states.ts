import { faultOf, letterStateWords, letterWords } from '#desk/lib/letter-words.ts'
import type { Answers, DeskStates } from '#desk/lib/sample-answers.ts'
import { bookingList, bookingRecord } from '#desk/lib/sample-records.ts'
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
import { mailFaults } from '#shared/contract/letter-desk.ts'
import {
  accountLetterKinds,
  accountLetters,
  letterKinds,
  outboxStates,
  sampleLetters,
  writtenToFile,
} from '#shared/contract/outbox.ts'
import { broken, type Looks, never, refused, see } from '#shared/lib/sample-states.ts'

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
  text: 'Dear Thandi,\n\nyour call is on Thursday, 26 November, at 07:20.\n\nBackline',
  calendar: 'BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR',
} as const
const list = { outbox: letters, ...who }
/** A waiting email of each kind, and an email in each state. */
const ofEach = [
  ...[...letterKinds, ...accountLetterKinds].map((kind) => ({ kind, sent_as: null })),
  ...[...sampleLetters, ...accountLetters].map((sent_as) => ({ sent_as })),
].map((change, index) => letter(40 + index, change))
const inEach = [
  ...outboxStates.map((state) => ({ state })),
  ...mailFaults.map((fault) => ({ state: 'failed' as const, reason: `${fault}: the try failed` })),
].map((change, index) => letter(40 + index, change))
const open = (row: typeof failed, view: Answers['letters/view'] = paper) => ({
  at: `/letters?item=${row.id}`,
  answers: { outbox: [row], ...who, ...(view && { 'letters/view': view }) },
})
const row = booking(1)

export const states = {
  list: { at: '/letters', answers: list },
  'each-kind': { at: '/letters', answers: { ...who, outbox: ofEach } },
  'each-state': { at: '/letters', answers: { ...who, outbox: inEach } },
  loading: { at: '/letters', answers: { outbox: never } },
  empty: { at: '/letters', answers: { outbox: [] } },
  'nothing-failed': { at: '/letters?state=failed', answers: { outbox: [] } },
  error: { at: '/letters', answers: { outbox: broken } },
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
  'open-loading': open(letter(1), never),
  'open-error': open(letter(1), broken),
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
  'do-not-send': { ...open(failed), steps: [['press', 'Do not send']] },
  'sent-again': { ...open(letter(1)), steps: [['press', 'Send again']] },
  'send-refused': {
    ...open(failed),
    answers: { ...open(failed).answers, 'rpc/retry_delivery': refused(409, 'Somebody had it sent already') },
    steps: [['press', 'Retry']],
  },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  list: [
    see.heading('Emails'),
    ...['Sent', 'Failed', 'Retrying', 'Not sent', 'Sending', 'Saved to a file'].map((word) => see.says(word)),
    see.says('may have arrived twice'),
    see.says(/2 attempts so far/),
    see.offers('Emails 1 failed'),
  ],
  'each-kind': [...letterKinds, ...accountLetterKinds, ...sampleLetters, ...accountLetters].map((kind) =>
    see.says(letterWords(kind)),
  ),
  'each-state': [
    ...outboxStates.map((state) => see.says(letterStateWords[state])),
    ...mailFaults.map((fault) => see.says(faultOf({ reason: `${fault}: `, may_have_arrived: false }).says)),
  ],
  loading: [see.heading('Emails'), see.waits('Loading emails')],
  empty: [see.heading('No emails yet'), see.says(/they get an email and the team is notified/)],
  'nothing-failed': [see.heading('No matching emails'), see.offers('Show all emails')],
  error: [see.warns('The emails could not be loaded'), see.offers('Try again')],
  'long-words': [see.says(/Wilhelmina/)],
  'right-to-left': [see.isolates(arabicName)],
  text: [see.says(/^Dear Thandi/)],
  invitation: [see.says(/^BEGIN:VCALENDAR/)],
  'open-loading': [see.waits('Loading the email')],
  'open-error': [see.warns('Something went wrong'), see.offers('Try again')],
  'no-preview': [see.says('No preview available: the call had begun.')],
  'beside-a-booking': [see.says('To the team: 1'), see.says('Request received')],
  'open-long-words': [see.says(/^Donaudampf/)],
  'open-right-to-left': [see.says(new RegExp(arabicName))],
  'open-failed': [
    see.heading('Call confirmed'),
    see.says('550 5.1.1 mailbox unavailable'),
    see.offers('Retry'),
    see.offers('Do not send'),
  ],
  'open-waiting': [see.says('It will be retried automatically.'), see.offers('Send now')],
  'open-sent': [
    see.heading('Request received'),
    see.offers(/^Thandi Nkosi/),
    see.offers('Send again'),
    see.lacks('Do not send'),
    see.shows('tab', 'Plain text'),
  ],
  'open-keyed': [see.lacks('Send again')],
  'open-filed': [see.says('Saved to a file'), see.says(/not delivered/)],
  'open-viewer': [see.says(/^Viewers can read everything/), see.lacks('Retry')],
  'open-gone': [see.warns('This email no longer exists'), see.offers('Back to the list')],
  'do-not-send': [
    see.shows('dialog', 'Do not send this email?'),
    see.says('The visitor will not be notified unless you contact them.'),
    see.offers('Cancel'),
  ],
  'sent-again': [see.shows('dialog', 'Send this email again?'), see.offers('Send again')],
  'send-refused': [see.warns('Somebody had it sent already'), see.offers('Retry')],
}
