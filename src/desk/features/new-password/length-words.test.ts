import { expect, it } from 'vitest'
import { passwordWords } from '#content/passwords.ts'
import { lengthFault, lengthInWords } from './length-words.ts'

it.each([
  ['', passwordWords.rule, passwordWords.length],
  ['eleven char', '1 more character.', passwordWords.length],
  // Characters, not code units: four of two units each are four.
  ['🦆🦆🦆🦆', '8 more characters.', passwordWords.length],
  ['seven ducks on a pond', expect.stringContaining('Long enough'), null],
  ['é'.repeat(37), passwordWords.tooLong, passwordWords.tooLong],
])('a password such as %j', (password, words, fault) => {
  expect(lengthInWords(password)).toEqual(words)
  expect(lengthFault(password)).toBe(fault)
})
