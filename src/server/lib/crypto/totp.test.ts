import { Secret, URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { newTotp, totpStep } from './totp.ts'

describe('the codes of RFC 6238, appendix B, SHA1', () => {
  const secret = Secret.fromLatin1('12345678901234567890').base32
  // The vectors have eight digits; six are the last six of them.
  const vectors = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const

  it(
    'gives the codes of RFC 6238',
    eachOf(vectors, (second, code) => {
      expect(totpStep(secret, code, second * 1000)).toBe(Math.floor(second / 30))
    }),
  )

  const [second, code] = vectors[3]
  const step = Math.floor(second / 30)
  it(
    'a code is taken one step early or late, not two',
    eachOf(
      [
        [step - 2, null],
        [step - 1, step],
        [step, step],
        [step + 1, step],
        [step + 2, null],
      ],
      (now, found) => {
        expect(totpStep(secret, code, now * 30_000)).toBe(found)
        expect(totpStep(secret, code, now * 30_000 + 29_999)).toBe(found)
      },
    ),
  )

  it('a step that was accepted, and any before it, is not taken again', () => {
    expect(totpStep(secret, code, second * 1000, step - 1)).toBe(step)
    expect(totpStep(secret, code, second * 1000, step)).toBeNull()
    expect(totpStep(secret, code, second * 1000, step + 1)).toBeNull()
  })

  it(
    'takes only six digits for a code',
    eachOf(['', '00592', '0059240', '005 924', '005923', '٠٠٥٩٢٤', '89005924'], (typed) => {
      expect(totpStep(secret, typed, second * 1000)).toBeNull()
    }),
  )
})

it('makes secrets of 160 bits that an app reads from their address', () => {
  const { secret, uri } = newTotp({ issuer: 'localhost:3000', account: 'a+b@example.com' })
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotp({ issuer: 'x', account: 'y' }).secret).not.toBe(secret)
  expect(uri).toMatch(/^otpauth:\/\/totp\//)
  expect(URI.parse(uri)).toMatchObject({
    issuer: 'localhost 3000',
    label: 'a+b@example.com',
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: { base32: secret },
  })
})
