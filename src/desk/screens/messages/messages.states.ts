import { messageList, messageRecord } from '#desk/lib/sample-records.ts'
import { type DeskStates, statesOfEach, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, asViewer, hoursAgo, longName, me, message, otherMember, unbreakable } from '#desk/lib/samples.ts'
import { messageStatusWords } from '#desk/lib/words.ts'
import { messageMoves, messageStatuses } from '#shared/contract/desk.ts'
import {
  errorResponse,
  expectationsOfEach,
  expectState,
  pending,
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

const show = variantsOf({ at: '/messages', answers: {} })

export const states = {
  list: show(list),
  'each-status': show(messageList(ofEach)),
  ...statesOfEach(messageStatuses, (_, index) => withStatus(ofEach[index] ?? message(1))),
  loading: show({ ...list, 'rpc/list_messages': pending, 'rpc/message_counts': pending }),
  empty: show({ ...messageList([]), 'rpc/message_counts': { all: 0 } }),
  error: show({ ...list, 'rpc/list_messages': serverError }),
  'long-words': show(messageList([message(1, { name: longName, company: unbreakable, source: unbreakable })])),
  'right-to-left': show(messageList([message(1, { name: arabicName, company: 'شركة الأفق (2024)' })])),
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
  'open-viewer': variantsOf(open())(asViewer),
  'move-refused': variantsOf(open())(
    { 'rpc/move_message': errorResponse(403, 'no', { code: '42501' }) },
    ['press', 'Mark as answered'],
    ['see', 'does not allow'],
  ),
} satisfies DeskStates

const { counts, heading, isolates, lacks, offers, says, shows, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  list: [
    heading('Messages'),
    counts('row', /Aroha|Best/, 5),
    ...['New', 'Suspected spam', 'Answered', 'Closed', 'Spam'].map((word) => shows('row', word)),
  ],
  'each-status': messageStatuses.map((status) => shows('row', messageStatusWords[status])),
  ...expectationsOfEach(messageStatuses, (status) => [
    heading('Aroha Ngata'),
    says(messageStatusWords[status]),
    says(`→ ${messageStatusWords[status]}`),
    ...messageMoves[status].map((to) => offers(messageMoveLabel(status, to))),
  ]),
  loading: [heading('Messages'), waits('Loading')],
  empty: [heading('No messages')],
  error: [warns('The messages could not be loaded'), offers('Try again')],
  'long-words': [offers(/^Wilhelmina/)],
  'right-to-left': [isolates(arabicName)],
  open: [
    heading('Aroha Ngata'),
    says(/quality check before a go-live/),
    offers('Mark as answered'),
    offers('Close without a reply'),
  ],
  'open-suspect': [says('No answer due'), offers('Not spam')],
  'open-long-words': [heading(/^Wilhelmina/)],
  'open-right-to-left': [isolates(arabicName)],
  'open-viewer': [says(/^Viewers can read everything/), lacks('Mark as answered')],
  'move-refused': [warns('Your role does not allow this.'), offers('Mark as answered')],
}
