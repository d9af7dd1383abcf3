import { arabicName } from '#desk/lib/samples.ts'
import { heading, holds, isolates, lacks, offers, says, shows, waits } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './account.states.ts'

seeStates<typeof states>('desk/account', {
  all: [
    heading('My account'),
    holds('Name', 'Nomsa Dube'),
    says('This one'),
    says('Password alone, sees nothing'),
    says('Work phone'),
    says(/^Passkey since .* last used/),
    says('7 left'),
    offers('Sign out everywhere else'),
  ],
  loading: [heading('My account'), waits('Loading')],
  'one-session': [
    says('You have none.'),
    shows('button', 'Sign out everywhere else'),
    lacks('Remove Work phone'),
  ],
  error: [says(/Something went wrong/), offers('Try again'), offers('Change the password')],
  viewer: [says('Viewer'), offers('Save the name')],
  'signing-out-everywhere': [shows('dialog', 'Sign out everywhere?'), offers('Leave it')],
  'adding-a-device': [
    shows('dialog', 'Add a device'),
    heading('Scan this with an authenticator app'),
    offers('Add'),
  ],
  'removing-a-device': [shows('dialog', 'Remove Work phone?'), offers('Leave it')],
  'new-codes': [shows('dialog', 'Your new recovery codes'), says(/^k7mq-/), offers('I have kept them')],
  'long-words': [says(/^Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
})
