import { Secret, URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { newTotp, qrCodeSvg, totpStep } from './totp.ts'

describe('codes from an authenticator app', () => {
  const secret = Secret.fromLatin1('12345678901234567890').base32
  // RFC 6238, appendix B, SHA1. The vectors have eight digits; the test uses the last six.
  const vectors = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const
  const [second, code] = vectors[3]
  const step = Math.floor(second / 30)

  it('match the test vectors of RFC 6238', () => {
    for (const [at, digits] of vectors) expect(totpStep(secret, digits, at * 1000)).toBe(Math.floor(at / 30))
  })

  it('are accepted one time step early or late', () => {
    for (const [now, found] of [
      [step - 2, null],
      [step - 1, step],
      [step, step],
      [step + 1, step],
      [step + 2, null],
    ] as const) {
      expect(totpStep(secret, code, now * 30_000)).toBe(found)
      expect(totpStep(secret, code, now * 30_000 + 29_999)).toBe(found)
    }
  })

  it('are refused if a code of the same or a later time step was already accepted', () => {
    expect(totpStep(secret, code, second * 1000, step - 1)).toBe(step)
    expect(totpStep(secret, code, second * 1000, step)).toBeNull()
    expect(totpStep(secret, code, second * 1000, step + 1)).toBeNull()
  })

  it(
    'are refused if they do not have six digits',
    testEach(['', '00592', '0059240', '005 924', '005923', '٠٠٥٩٢٤', '89005924'], (typed) => {
      expect(totpStep(secret, typed, second * 1000)).toBeNull()
    }),
  )
})

it('generates a URI from which an authenticator app can read a 160-bit secret', () => {
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

describe('the QR code for an authenticator app', () => {
  const uri = `otpauth://totp/AI%20Setup%20Hub:ada%40example.com?issuer=AI%20Setup%20Hub&secret=${'JBSWY3DPEHPK3PXP'.repeat(2)}&algorithm=SHA1&digits=6&period=30`
  const svg = qrCodeSvg(uri)
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']

  /** Reconstructs the rows of ones and zeros from the SVG. */
  function modules(): string[] {
    const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]) / 4
    const dark = new Set([...svg.matchAll(/M(\d+),(\d+)h4v4h-4z/g)].map(([, x, y]) => `${x},${y}`))
    return Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_, column) => (dark.has(`${column * 4},${row * 4}`) ? '1' : '0')).join(''),
    )
  }

  it('has three finder patterns in black on white, and a quiet zone of four modules', () => {
    const rows = modules()
    const size = rows.length
    expect(svg).toContain(`<rect fill="white" width="${size * 4}" height="${size * 4}"/><path fill="black"`)
    for (const [row, column] of [
      [4, 4],
      [4, size - 11],
      [size - 11, 4],
    ] as const) {
      expect(rows.slice(row, row + 7).map((line) => line.slice(column, column + 7))).toEqual(finder)
    }
    for (const line of [...rows.slice(0, 4), ...rows.slice(-4)]) expect(line).toBe('0'.repeat(size))
    for (const line of rows) expect(line).toMatch(/^0000.*0000$/)
  })

  it('is a small image without JavaScript that fits in a data URL, and is different for each text', () => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*>.*<\/svg>$/)
    expect(svg).not.toMatch(/[#\n]|script|style|href|on\w+=/)
    expect(svg.length).toBeLessThan(40_000)
    expect(qrCodeSvg(`${uri}1`)).not.toBe(svg)
  })
})
