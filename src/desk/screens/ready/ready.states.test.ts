import { arabicName } from '#desk/lib/samples.ts'
import {
  heading,
  holds,
  isolates,
  lacks,
  offers,
  says,
  saysNo,
  shows,
  warns,
} from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './ready.states.ts'

seeStates<typeof states>('desk/ready', {
  'all-in-order': [
    heading('Ready for the public'),
    says('Nothing is left to mend.'),
    says('This is as it should be.'),
    offers('Look again'),
    lacks('Try again'),
  ],
  loading: [heading('Ready for the public'), lacks('Look again')],
  error: [warns('Nobody could look'), offers('Try again')],
  'not-an-owner': [heading('This is for owners'), lacks('Look again')],
  'beside-a-project': [heading('Your project knows'), lacks('Look again')],
  'of-each-kind': [
    says('2 things to mend, 1 not known just now.'),
    ...['In order', 'To mend', 'Worth a look', 'Not known'].map((words) => says(words)),
    says('Set PUBLIC_URL to the address of the site, and start the server anew.'),
    // Times are read on the clock of whoever reads.
    says(/^The last one holds \w{3} \d+ \w{3}.*, and no restore has proven one\.$/),
    lacks('Send me a letter'),
  ],
  'letter-sent': [says(/The mail server took it, for/), offers('It arrived')],
  'letter-failed': [warns('535'), offers('Send me a letter')],
  'from-the-letter': [holds('Code of the letter', 'K7QM-3XWD'), offers('It arrived')],
  'wrong-code': [warns('This is not the code'), holds('Code of the letter', 'AAAA-AAAA')],
  'long-words': [says(/sends people on to/), saysNo('Nothing is left to mend')],
  'right-to-left': [shows('heading', 'Rights at the database'), isolates(arabicName)],
})
