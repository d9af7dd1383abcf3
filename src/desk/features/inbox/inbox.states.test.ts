import { arabicName } from '#desk/lib/samples.ts'
import { counts, heading, isolates, lacks, offers, says, shows, warns } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './inbox.states.ts'

seeStates<typeof states>('desk-parts/inbox', {
  'nothing-found': [
    heading('Nothing found'),
    offers('Clear search and filters'),
    offers('Show what is in spam'),
  ],
  'comes-near': [says(/Nothing is spelled/), offers('Thandi Nkosi')],
  elsewhere: [says(/3 more outside of this list/), offers('Show what is outside of this list')],
  'right-to-left-search': [isolates(arabicName)],
  filtered: [shows('button', 'Overdue 1')],
  // The press of a tick opens no record.
  ticked: [offers('Spam'), shows('combobox', 'Saved views'), offers('Save'), lacks('Back to the list')],
  'page-past-the-end': [heading('This page is empty'), offers('To the first page')],
  'many-pages': [says(/51–100 of 12,408/), counts('row', /Thandi/, 50)],
  'no-connection': [
    warns('No connection. What you see may be old.'),
    says(/nothing can be changed until it is back/),
  ],
})
