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
} from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import { readyChecks, readyFindings } from '#shared/contract/ready.ts'
import type { states } from './ready.states.ts'
import { readyWords, sentenceOf } from './ready-words.ts'

const most = Math.max(...Object.values(readyFindings).map((names) => Object.keys(names).length))

/** Every finding's own words are on the page: those whose sentence holds no value stand as they are. */
const eachFinding = Object.fromEntries(
  Array.from({ length: most }, (_, place) => [
    `findings-${place}`,
    readyChecks.flatMap((check) => {
      const names = Object.keys(readyFindings[check])
      const name = names[Math.min(place, names.length - 1)] ?? ''
      const { says: words } = sentenceOf(check, name, {})
      const marked = sentenceOf(check, name, new Proxy({}, { get: () => '#' })).says
      return [heading(readyWords[check].title), ...(words === marked ? [says(words)] : [])]
    }),
  ]),
) as Record<`findings-${number}`, ReturnType<typeof says>[]>

seeStates<typeof states>('desk/ready', {
  ...eachFinding,
  'all-in-order': [
    heading('Ready for the public'),
    says('Nothing is left to mend.'),
    says('Everybody who works here has a second step.'),
    offers('Look again'),
    lacks('Try again'),
  ],
  loading: [heading('Ready for the public'), lacks('Look again')],
  error: [warns('Nobody could look'), offers('Try again')],
  'not-an-owner': [heading('This is for owners'), lacks('Look again')],
  'beside-a-project': [heading('Your project knows'), lacks('Look again')],
  unfinished: [
    says(/4 not known just now/),
    says('This took too long.'),
    says(/did not answer in time/),
    says(/No name server can be reached/),
    says('This could not be looked at.'),
    says('Everybody who works here has a second step.'),
  ],
  'letter-sent': [says(/The mail server took it, for/), offers('It arrived')],
  'letter-failed': [warns('535'), offers('Send me a letter')],
  'from-the-letter': [holds('Code of the letter', 'K7QM-3XWD'), offers('It arrived')],
  'wrong-code': [warns('This is not the code'), holds('Code of the letter', 'AAAA-AAAA')],
  'long-words': [says(/shuts nobody out/), saysNo('Nothing is left to mend')],
  'right-to-left': [shows('heading', 'Rights at the database'), isolates(arabicName)],
})
