import { faultOf, letterStateWords, letterWords } from '#desk/lib/letter-words.ts'
import { arabicName } from '#desk/lib/samples.ts'
import { mailFaults } from '#shared/contract/letter-desk.ts'
import {
  accountLetterKinds,
  accountLetters,
  letterKinds,
  outboxStates,
  sampleLetters,
} from '#shared/contract/outbox.ts'
import { heading, isolates, lacks, offers, says, shows, waits, warns } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './letters.states.ts'

seeStates<typeof states>('desk/letters', {
  list: [
    heading('Letters'),
    ...['Sent', 'Failed', 'Tried', 'Not sent', 'Being sent', 'Written to a file'].map((word) => says(word)),
    says('may have come twice'),
    says(/Tried 2 times so far/),
    offers('Letters 1 failed'),
  ],
  'each-kind': [...letterKinds, ...accountLetterKinds, ...sampleLetters, ...accountLetters].map((kind) =>
    says(letterWords(kind)),
  ),
  'each-end': [
    ...outboxStates.map((state) => says(letterStateWords[state])),
    ...mailFaults.map((fault) => says(faultOf({ reason: `${fault}: `, is_doubtful: false }).says)),
  ],
  loading: [heading('Letters'), waits('Loading letters')],
  empty: [heading('No letter yet.'), says(/they get an answer by mail/)],
  'nothing-failed': [heading('No such letter'), offers('Show all letters')],
  error: [warns('The letters could not be fetched'), offers('Try again')],
  'long-words': [says(/Wilhelmina/)],
  'right-to-left': [isolates(arabicName)],
  'open-failed': [
    heading('Call confirmed'),
    says('550 5.1.1 mailbox unavailable'),
    offers('Send again'),
    offers('Give up'),
  ],
  'open-waiting': [says('It is tried again by itself.'), offers('Send now')],
  'open-sent': [
    heading('Request received'),
    offers(/^Thandi Nkosi/),
    offers('Send again'),
    lacks('Give up'),
    shows('tab', 'As text'),
  ],
  'open-keyed': [lacks('Send again')],
  'open-filed': [says('Written to a file'), says(/nobody has got it/)],
  'open-viewer': [says(/Your role is Viewer/), lacks('Send again')],
  'open-gone': [warns('This letter is no longer here'), offers('Back to the list')],
  'give-up': [
    shows('dialog', 'Give this letter up'),
    says('They will not be told, unless you tell them.'),
    offers('Leave it'),
  ],
  'sent-again': [shows('dialog', 'It was sent'), offers('Send it again')],
  'send-refused': [warns('Somebody had it sent already'), offers('Send again')],
})
