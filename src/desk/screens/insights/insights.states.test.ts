import { arabicName } from '#desk/lib/samples.ts'
import { heading, isolates, lacks, offers, says, shows, waits, warns } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './insights.states.ts'

seeStates<typeof states>('desk/insights', {
  figures: [
    heading('Insights'),
    shows('slider', 'Days'),
    says('linkedin'),
    says('All others'),
    says(/TypeError roi-calculator/),
    says(/compared with/),
    says('Calls confirmed'),
    says('5 calls were held and 2 won, worth €9,400.50.'),
    shows('row', /^Mon 16 Nov 5 2 €9,400.50$/),
    offers('Days as CSV'),
  ],
  loading: [heading('Insights'), waits('Counting')],
  empty: [heading('No visits yet'), says(/who asks not to be followed is never counted/)],
  error: [warns('The figures could not be fetched'), offers('Try again')],
  'parts-fail': [says('linkedin'), says(/Something went wrong/)],
  'days-at-fault': [heading('These days cannot be counted')],
  taking: [shows('button', 'Days as CSV')],
  'not-taken': [says(/Something went wrong/), offers('Days as CSV')],
  'for-viewers': [says('linkedin'), lacks('Days as CSV')],
  'long-words': [says(/Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
})
