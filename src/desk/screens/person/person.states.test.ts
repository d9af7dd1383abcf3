import { arabicName } from '#desk/lib/samples.ts'
import { counts, heading, isolates, offers, says, waits, warns } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './person.states.ts'

seeStates<typeof states>('desk/person', {
  trail: [
    heading('Thandi Nkosi'),
    says('2 bookings, 1 message, 1 download, 1 visit'),
    offers('thandi@company.example'),
    counts('link', /^\+27/, 2),
  ],
  loading: [heading('One person'), waits('Loading')],
  gone: [warns('This person is not here any more'), offers('To the bookings')],
  error: [warns('Something went wrong'), offers('Try again')],
  'not-allowed': [warns('Your role does not allow this.')],
  'long-words': [heading(/^Wilhelmina/)],
  'right-to-left': [isolates(arabicName)],
})
