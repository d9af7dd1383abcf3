import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import {
  defaultPublishableKey,
  newRecoveryCodes,
  normalizeRecoveryCode,
  publishableKeyTest,
  randomDigits,
  randomToken,
  sha256,
} from './tokens.ts'

it('generates a different random token each time, and random six-digit codes', () => {
  expect(randomToken()).toMatch(/^[\w-]{43}$/)
  expect(randomToken(16)).toMatch(/^[\w-]{22}$/)
  expect(randomToken()).not.toBe(randomToken())
  const codes = Array.from({ length: 500 }, () => randomDigits(6))
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(new Set(codes.map(([first]) => first)).size).toBe(10)
})

it('calculates SHA-256 hashes as FIPS 180-2 specifies', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

it('accepts the default publishable key of earlier versions only if the operator sets no key', () => {
  const guesses = [defaultPublishableKey, 'sb_publishable_backline', 'sb_publishable_own']
  expect(guesses.map(publishableKeyTest(defaultPublishableKey))).toEqual([true, true, false])
  expect(guesses.map(publishableKeyTest('sb_publishable_own'))).toEqual([false, false, true])
})

it('generates ten different recovery codes, each with 60 bits and no look-alike characters', () => {
  const codes = newRecoveryCodes()
  expect(codes).toHaveLength(10)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/)
  const many = newRecoveryCodes(500)
  expect(new Set(many).size).toBe(500)
  expect(new Set(many.join('').replaceAll('-', '')).size).toBe(32)
})

it(
  'normalizes the spaces, dashes, case and look-alike characters of a typed recovery code',
  testEach(['k7dm-2x1p-90ht', 'K7DM2X1P90HT', ' k7dm 2x1p 90ht\n', 'k7dm–2xlp–9oht', 'K7DM-2XIP-9OHT'], (typed) => {
    expect(normalizeRecoveryCode(typed)).toBe('k7dm2x1p90ht')
  }),
)
