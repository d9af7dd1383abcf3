import { arabicName } from '#desk/lib/samples.ts'
import { messageStatusWords } from '#desk/lib/words.ts'
import { messageMoves, messageStatuses } from '#shared/contract/desk.ts'
import {
  counts,
  heading,
  isolates,
  lacks,
  looksAtEach,
  offers,
  says,
  shows,
  waits,
  warns,
} from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './messages.states.ts'
import { moveVerb } from './store.ts'

seeStates<typeof states>('desk/messages', {
  list: [
    heading('Messages'),
    counts('row', /Aroha|Best/, 5),
    ...['New', 'Spam?', 'Answered', 'Closed', 'Spam'].map((word) => shows('row', word)),
  ],
  'each-status': messageStatuses.map((status) => shows('row', messageStatusWords[status])),
  ...looksAtEach(messageStatuses, (status) => [
    heading('Aroha Ngata'),
    says(messageStatusWords[status]),
    says(`→ ${messageStatusWords[status]}`),
    ...messageMoves[status].map((to) => offers(moveVerb(status, to))),
  ]),
  loading: [heading('Messages'), waits('Loading')],
  empty: [heading('No messages')],
  error: [warns('The list could not be fetched'), offers('Try again')],
  'long-words': [offers(/^Wilhelmina/)],
  'right-to-left': [isolates(arabicName)],
  open: [
    heading('Aroha Ngata'),
    says(/quality check before a go-live/),
    offers('Answered'),
    offers('Close without an answer'),
  ],
  'open-suspect': [says('No answer owed'), offers('Not spam')],
  'open-long-words': [heading(/^Wilhelmina/)],
  'open-right-to-left': [isolates(arabicName)],
  'open-viewer': [says(/Your role is Viewer/), lacks('Answered')],
  'move-refused': [warns('Your role does not allow this.'), offers('Answered')],
})
