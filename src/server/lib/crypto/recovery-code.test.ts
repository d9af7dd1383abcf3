import { expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { newRecoveryCodes, normalisedRecoveryCode } from './recovery-code.ts'

it('makes ten codes of 60 bits, none twice, without look-alikes', () => {
  const codes = newRecoveryCodes()
  expect(codes).toHaveLength(10)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/)
  const many = newRecoveryCodes(500)
  expect(new Set(many).size).toBe(500)
  expect(new Set(many.join('').replaceAll('-', '')).size).toBe(32)
})

it(
  'reads a code as it was meant',
  eachOf(
    ['k7dm-2x1p-90ht', 'K7DM2X1P90HT', ' k7dm 2x1p 90ht\n', 'k7dm–2xlp–9oht', 'K7DM-2XIP-9OHT'],
    (typed) => {
      expect(normalisedRecoveryCode(typed)).toBe('k7dm2x1p90ht')
    },
  ),
)
