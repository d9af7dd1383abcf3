import { letterWords } from '#desk/lib/letter-words.ts'
import { arabicName } from '#desk/lib/samples.ts'
import { bookingStatusWords, messageStatusWords } from '#desk/lib/words.ts'
import { bookingStatuses, messageStatuses } from '#shared/contract/desk.ts'
import { letterKinds } from '#shared/contract/outbox.ts'
import { heading, isolates, offers, says, saysNo, waits, warns } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './log.states.ts'

seeStates<typeof states>('desk/log', {
  entries: [
    heading('Log'),
    says('moved a booking from new to confirmed'),
    says('gave a booking to Karl Fisher'),
    says('changed the settings: weekly capacity, opens'),
    says('erased one person: 2 bookings, 1 message'),
    offers('see it'),
  ],
  'each-action': [
    heading('Log'),
    // That each action has a sentence, the compiler sees. These words would show that a fact is missing in one.
    saysNo(/undefined|NaN|Invalid|null|\[object/),
    ...bookingStatuses.map((to) =>
      says(`moved a booking from new to ${bookingStatusWords[to].toLowerCase()}`),
    ),
    ...messageStatuses.map((to) =>
      says(`moved a message from new to ${messageStatusWords[to].toLowerCase()}`),
    ),
    ...letterKinds.map((kind) => says(`gave up a letter: ${letterWords(kind)}`)),
  ],
  loading: [heading('Log'), waits('Loading')],
  empty: [heading('No such entry'), offers('Exports')],
  error: [warns('The log could not be fetched'), offers('Try again')],
  'more-to-come': [offers('Show older')],
  'not-an-owner': [heading('This is for owners')],
  'long-words': [says(/Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
})
