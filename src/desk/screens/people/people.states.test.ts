import { arabicName } from '#desk/lib/samples.ts'
import {
  heading,
  holds,
  isolates,
  lacks,
  offers,
  says,
  shows,
  waits,
  warns,
} from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './people.states.ts'

seeStates<typeof states>('desk/people', {
  list: [
    heading('People'),
    ...['Active', 'Invited', 'Stopped'].map((word) => says(word)),
    says('no second step yet'),
    offers('Let in again'),
    holds('Role of Karl Fisher', 'agent'),
  ],
  loading: [heading('People'), waits('Loading')],
  alone: [says('you'), lacks('Stop')],
  error: [warns('The people could not be fetched'), offers('Try again')],
  'long-words': [says(/^Wilhelmina/)],
  'right-to-left': [isolates(arabicName)],
  'not-an-owner': [heading('This is for owners'), lacks('Invite somebody')],
  inviting: [shows('dialog', 'Invite somebody'), holds('Role', 'agent'), offers('Send the invitation')],
  'invitation-refused': [
    warns('A letter was sent to this address a moment ago.'),
    holds('E-mail address', 'shira@backline.example'),
  ],
  stopping: [shows('dialog', 'Stop Karl Fisher?'), says(/What they did stays/), offers('Leave it')],
  'reset-failed': [warns('Something went wrong'), isolates(arabicName), offers('Reset it')],
})
