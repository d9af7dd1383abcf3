import { expect, it } from 'vitest'
import { isTooLong, defaultPasswordRule as rule } from '#shared/contract/password.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { passwordFaults } from './password-rules.ts'

const email = 'Christopher.Ray84@example.com'

it(
  'names the faults of a password',
  eachOf(
    [
      // Common: itself, in capitals, with an ending, repeated, all at once.
      ['123456789012', ['pwned']],
      ['Q1W2E3R4T5Y6', ['pwned']],
      ['Password2026!', ['pwned']],
      ['passwordpassword', ['pwned']],
      ['Monkey1monkey1', ['pwned']],
      ['passwordpassword1!', ['pwned']],
      ['aaaaaaaaaaaa', ['pwned']],
      ['xyxyxyxyxyxy2026', ['pwned']],
      ['letmein', ['length', 'pwned']],
      ['', ['length']],
      // Taken from the address.
      ['christopher.ray84@EXAMPLE.com', ['pwned']],
      ['Christopher.Ray84', ['pwned']],
      ['christopher.ray', ['pwned']],
      ['christopher.ray2026!', ['pwned']],
      // Too short, counted in visible characters.
      ['kq7-Xw2-pf3', ['length']],
      ['🦊🦉🐢🦀🐙🦋🐝🦔🦦🐬🦩', ['length']],
      ['🦊🦉🐢🦀🐙🦋🐝🦔🦦🐬🦩🐸', []],
      // Good.
      ['kq7-Xw2-pf3x', []],
      ['snow on the roof', []],
      ['christopher reads maps', []],
      ['xy 4829 1057 3846', []],
      ['482910573846', []],
    ],
    async (password, faults) => {
      expect(await passwordFaults(password, { email }, rule)).toEqual(faults)
    },
  ),
)

it('knows no address of a person without one', async () => {
  expect(await passwordFaults('christopher.ray', {}, rule)).toEqual([])
})

it(
  'goes by the rule that is set',
  eachOf(
    [
      ['kq7xwt', { characters: 6 }, []],
      ['kq7xw', { characters: 6 }, ['length']],
      ['letmein', { characters: 6 }, ['pwned']],
    ],
    async (password, other, faults) => {
      expect(await passwordFaults(password, {}, other)).toEqual(faults)
    },
  ),
)

it('takes 72 bytes, not 73', () => {
  expect([isTooLong('x'.repeat(72)), isTooLong('x'.repeat(73))]).toEqual([false, true])
  expect([isTooLong('é'.repeat(36)), isTooLong('é'.repeat(37))]).toEqual([false, true])
})
