import { expect, it } from 'vitest'
import { randomDigits, randomToken } from './random.ts'

it('makes tokens of so many bytes, and no two alike', () => {
  expect(randomToken()).toMatch(/^[\w-]{43}$/)
  expect(randomToken(16)).toMatch(/^[\w-]{22}$/)
  expect(randomToken()).not.toBe(randomToken())
})

it('makes so many digits, leading zeros too, and uses all ten', () => {
  const codes = Array.from({ length: 500 }, () => randomDigits(6))
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(new Set(codes.map(([first]) => first)).size).toBe(10)
})
