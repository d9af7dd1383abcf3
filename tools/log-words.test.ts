import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isInWords } from '#desk/screens/log/log-words.ts'

const sources = readdirSync('supabase/schemas')
  .map((file) => readFileSync(`supabase/schemas/${file}`, 'utf8'))
  .join('\n')
const auth = readFileSync('src/server/features/auth-audit/service.ts', 'utf8')

/** The actions that the desk's functions record end in the name of the function's deed. */
const recorded =
  /'((?!rows_|wish_changed)[a-z]+(?:_[a-z]+)*_(?:moved|assigned|noted|read|exported|erased|pruned|changed|added|removed|stopped|restored|reset|ended|proposed|declined))'/g
/** An action shared by letters and webhooks is put together at run time: `was.channel || '_retried'`. */
const ofEither = /channel \|\| '(_[a-z]+)'/g
const signedIn = /^ {2}\| '([a-z_]+)'$/gm

const actions = [
  ...[...sources.matchAll(recorded), ...auth.matchAll(signedIn)].map(([, action = '']) => action),
  ...[...sources.matchAll(ofEither)].flatMap(([, done]) => [`letter${done}`, `webhook${done}`]),
]

it('finds the actions where they are recorded', () => {
  expect(actions).toEqual(
    expect.arrayContaining([
      'booking_moved',
      'booking_proposed',
      'proposal_declined',
      'person_erased',
      'day_off_added',
      'letter_retried',
      'webhook_stopped',
      'login',
    ]),
  )
})

it.each([...new Set(actions)])('the log has a sentence for %s', (action) => {
  expect(isInWords(action)).toBe(true)
})
