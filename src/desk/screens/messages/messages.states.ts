import { messageList, messageRecord } from '#desk/lib/sample-records.ts'
import { type DeskStates, statesOfEach } from '#desk/lib/sample-responses.ts'
import { arabicName, asViewer, hoursAgo, longName, me, message, otherMember, unbreakable } from '#desk/lib/samples.ts'
import { messageStatusWords } from '#desk/lib/words.ts'
import { messageMoves, messageStatuses } from '#shared/contract/desk.ts'
import {
  errorResponse,
  expectationsOfEach,
  expectState,
  noResponse,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'
import { messageMoveLabel } from './store.ts'

const rows = [
  message(1, { created_at: hoursAgo(25), assigned_to: otherMember.id }),
  message(2, { status: 'spam?', due_at: null, name: 'Best Price' }),
  message(3, { status: 'answered', answered_at: hoursAgo(2) }),
  message(4, { status: 'closed', due_at: null }),
  message(5, { status: 'spam', due_at: null }),
]
const list = messageList(rows)
const open = (row = message(1), change = {}) => ({
  at: `/messages?item=${row.id}`,
  answers: { ...messageList([row]), 'rpc/read_message': messageRecord(row, change) },
})
const ofEach = messageStatuses.map((status, index) => message(10 + index, { status }))
/** The open record; its history contains the change to its current status. */
const withStatus = (row: (typeof rows)[number]) => {
  const { at, answers } = open(row)
  const details = { from: row.status === 'new' ? 'spam' : 'new', to: row.status }
  const timeline = [{ at: hoursAgo(1), actor: me.id, action: 'message_moved', details }]
  return { at, answers: { ...answers, 'rpc/read_message': { ...messageRecord(row), timeline } } }
}

export const states = {
  list: { at: '/messages', answers: list },
  'each-status': { at: '/messages', answers: messageList(ofEach) },
  ...statesOfEach(messageStatuses, (_, index) => withStatus(ofEach[index] ?? message(1))),
  loading: {
    at: '/messages',
    answers: { ...list, 'rpc/list_messages': noResponse, 'rpc/message_counts': noResponse },
  },
  empty: { at: '/messages', answers: { ...messageList([]), 'rpc/message_counts': { all: 0 } } },
  error: { at: '/messages', answers: { ...list, 'rpc/list_messages': serverError } },
  'long-words': {
    at: '/messages',
    answers: messageList([message(1, { name: longName, company: unbreakable, source: unbreakable })]),
  },
  'right-to-left': {
    at: '/messages',
    answers: messageList([message(1, { name: arabicName, company: 'شركة الأفق (2024)' })]),
  },
  open: open(),
  'open-suspect': open(message(2, { status: 'spam?', due_at: null }), {
    budget_note: 'filled in',
    fill_seconds: 2,
  }),
  'open-long-words': open(message(1, { name: longName, company: unbreakable }), {
    message: `https://${unbreakable}.example/${unbreakable}`,
  }),
  'open-right-to-left': open(message(1, { name: arabicName, company: 'Acme (42)' }), {
    message: 'مرحبا (ERP)، متى؟',
  }),
  'open-viewer': { ...open(), answers: { ...open().answers, ...asViewer } },
  'move-refused': {
    ...open(),
    answers: { ...open().answers, 'rpc/move_message': errorResponse(403, 'no', { code: '42501' }) },
    steps: [
      ['press', 'Mark as answered'],
      ['see', 'does not allow'],
    ],
  },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  list: [
    expectState.heading('Messages'),
    expectState.counts('row', /Aroha|Best/, 5),
    ...['New', 'Suspected spam', 'Answered', 'Closed', 'Spam'].map((word) => expectState.shows('row', word)),
  ],
  'each-status': messageStatuses.map((status) => expectState.shows('row', messageStatusWords[status])),
  ...expectationsOfEach(messageStatuses, (status) => [
    expectState.heading('Aroha Ngata'),
    expectState.says(messageStatusWords[status]),
    expectState.says(`→ ${messageStatusWords[status]}`),
    ...messageMoves[status].map((to) => expectState.offers(messageMoveLabel(status, to))),
  ]),
  loading: [expectState.heading('Messages'), expectState.waits('Loading')],
  empty: [expectState.heading('No messages')],
  error: [expectState.warns('The messages could not be loaded'), expectState.offers('Try again')],
  'long-words': [expectState.offers(/^Wilhelmina/)],
  'right-to-left': [expectState.isolates(arabicName)],
  open: [
    expectState.heading('Aroha Ngata'),
    expectState.says(/quality check before a go-live/),
    expectState.offers('Mark as answered'),
    expectState.offers('Close without a reply'),
  ],
  'open-suspect': [expectState.says('No answer due'), expectState.offers('Not spam')],
  'open-long-words': [expectState.heading(/^Wilhelmina/)],
  'open-right-to-left': [expectState.isolates(arabicName)],
  'open-viewer': [expectState.says(/^Viewers can read everything/), expectState.lacks('Mark as answered')],
  'move-refused': [expectState.warns('Your role does not allow this.'), expectState.offers('Mark as answered')],
}
