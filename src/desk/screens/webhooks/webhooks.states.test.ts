import { arabicName } from '#desk/lib/samples.ts'
import {
  counts,
  heading,
  holds,
  isolates,
  offers,
  says,
  shows,
  waits,
  warns,
} from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './webhooks.states.ts'

seeStates<typeof states>('desk/webhooks', {
  list: [
    heading('Webhooks'),
    ...['On', 'Failing', 'Switched off', 'Paused'].map((word) => says(word)),
    says(/gone for good \(410\)/),
    says(/For five days the receiver took nothing/),
    says(/the one before is still good until/),
    offers(/^Send again: Somebody asks for a call/),
    offers(/^Try now/),
  ],
  loading: [heading('Webhooks'), waits('Loading')],
  empty: [heading('No webhooks yet'), offers('Add a webhook')],
  'beside-a-project': [heading('No webhooks yet'), says(/use the Database Webhooks in its own settings/)],
  error: [warns('The webhooks could not be fetched'), offers('Try again')],
  'not-an-owner': [heading('This is for owners')],
  'nothing-sent': [says('Nothing was sent yet.'), offers('Send a test')],
  adding: [shows('dialog', 'Add a webhook'), counts('checkbox', /./, 10), offers('Add it')],
  'address-refused': [warns('must begin with https://'), holds('Address', 'http://crm.example')],
  secret: [
    shows('dialog', 'The secret, shown this once'),
    says(/^whsec_/),
    offers('Copy the secret'),
    offers('I have it'),
  ],
  'test-not-taken': [says('The test was not taken. It answered 404 Not Found.')],
  removing: [shows('dialog', 'Remove Our CRM?'), says(/This cannot be taken back/), offers('Leave it')],
  'long-words': [heading(/^Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
})
