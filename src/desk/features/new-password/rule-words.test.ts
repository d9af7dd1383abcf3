import { expect, it } from 'vitest'
import { passwordWords } from '#content/passwords.ts'
import { passwordProgressText, passwordRuleError } from './rule-words.ts'

it.each<[string, unknown, string | null]>([
  ['', passwordWords.rule, passwordWords.length],
  ['eleven char', '1 more character.', passwordWords.length],
  // Counts characters, not code units: each duck is two code units.
  ['🦆🦆🦆🦆', '8 more characters.', passwordWords.length],
  ['seven ducks on a pond', expect.stringContaining('Long enough'), null],
  ['é'.repeat(37), passwordWords.tooLong, passwordWords.tooLong],
])('says whether the password %j is too short or too long', (password, words, fault) => {
  expect(passwordProgressText(password)).toEqual(words)
  expect(passwordRuleError(password)).toBe(fault)
})
