import { expect, it } from 'vitest'
import { passwordWords } from '#content/passwords.ts'
import { defaultPasswordRule, type PasswordRule } from '#shared/contract/auth.ts'
import { progressInWords, ruleFault } from './rule-words.ts'

const long = defaultPasswordRule

it.each<[string, PasswordRule, unknown, string | null]>([
  ['', long, passwordWords.rule(long), passwordWords.length(long)],
  ['eleven char', long, '1 more character.', passwordWords.length(long)],
  // Characters, not code units: four of two units each are four.
  ['🦆🦆🦆🦆', long, '8 more characters.', passwordWords.length(long)],
  ['seven ducks on a pond', long, expect.stringContaining('Long enough'), null],
  ['é'.repeat(37), long, passwordWords.tooLong, passwordWords.tooLong],
  ['seven ducks', { characters: 8 }, expect.stringContaining('The server looks'), null],
])('judges the password %j under the rule %j', (password, rule, words, fault) => {
  expect(progressInWords(password, rule)).toEqual(words)
  expect(ruleFault(password, rule)).toBe(fault)
})
