import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { openSecretCipher } from './secret-cipher.ts'
import { signLinkKey, verifyLinkKey } from './tokens.ts'

const cipher = openSecretCipher(randomBytes(32))
const now = Date.parse('2026-11-25T12:00:00Z')
const day = 24 * 3600 * 1000
const booking = randomUUID()
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const ends = now + 60 * day
const signKey = (id = booking, by = cipher) => signLinkKey(by, 'call', id, ends)
const openKey = (key: unknown, at = now) => verifyLinkKey(cipher, 'call', key, at)
const token = await signKey()

/** Creates a token with the right key; `claims` adds a defect. */
const sign = (claims: object, key = cipher.key('call'), alg = 'HS256') =>
  new SignJWT({ aud: 'call', sub: booking, exp: now / 1000 + 60, ...claims }).setProtectedHeader({ alg }).sign(key)

describe('a link key', () => {
  it('gives access to one row, and is the same each time it is created for that row', async () => {
    expect(await openKey(token)).toBe(booking)
    expect(await signKey()).toBe(token)
  })

  it('is short, and contains no data about the visitor', () => {
    expect(token.length).toBeLessThan(180)
    expect(token).toMatch(/^[\w.-]+$/)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(Object.keys(claims).toSorted()).toEqual(['aud', 'exp', 'sub'])
  })

  it('expires at the given time', async () => {
    expect(await openKey(token, ends - 1000)).toBe(booking)
    expect(await openKey(token, ends)).toBeNull()
  })

  it('is refused if any of its characters is changed', async () => {
    for (let at = 0; at < token.length; at++) {
      // Replaces the last character, some of whose bits are unused, with each digit, and flips each bit of the other
      // characters.
      const own = digits.indexOf(token[at] ?? '')
      const flipped = [1, 2, 4, 8, 16, 32].map((bit) => digits[own ^ bit])
      for (const digit of own < 0 || at === token.length - 1 ? digits : [...flipped, '.', '=']) {
        if (token[at] === digit) continue
        const changed = token.slice(0, at) + digit + token.slice(at + 1)
        if (await openKey(changed)) expect.fail(`${digit} at ${at} was taken`)
      }
    }
  })

  it("is refused if it is truncated, extended, doubled, or mixed with another row's key", async () => {
    const other = await signKey(randomUUID())
    const cut = fc.nat(token.length - 1).map((length) => token.slice(0, length))
    const longer = fc.string({ minLength: 1, maxLength: 5 }).map((tail) => token + tail)
    const mixed = fc
      .tuple(fc.boolean(), fc.boolean(), fc.boolean())
      .map((own) => own.map((mine, at) => (mine ? token : other).split('.')[at]).join('.'))
      .filter((text) => text !== token && text !== other)
    await fc.assert(
      fc.asyncProperty(fc.oneof(cut, longer, mixed, fc.constant(token + token)), async (text) => {
        expect(await openKey(text)).toBeNull()
      }),
    )
  })

  it(
    'is refused if a JWT claim, the signing key or the algorithm is wrong',
    testEach<[string, () => unknown]>(
      [
        ['nothing', () => undefined],
        ['two at once', () => [token, token]],
        ['a key of another purpose', () => sign({}, cipher.key('unsubscribe'))],
        ['another audience', () => sign({ aud: 'authenticated' })],
        ['no audience', () => sign({ aud: undefined })],
        ['no end', () => sign({ exp: undefined })],
        ['no row', () => sign({ sub: undefined })],
        ['no uuid', () => sign({ sub: "' or true --" })],
        ['another algorithm with the same key', () => sign({}, cipher.key('call'), 'HS384')],
        [
          'no algorithm',
          () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.${'A'.repeat(43)}`,
        ],
        ['the key of another server', () => signKey(booking, openSecretCipher(randomBytes(32)))],
      ],
      async (_, make) => {
        expect(await openKey(await make())).toBeNull()
      },
    ),
  )

  it('is accepted if its JWT claims, signing key and algorithm are correct', async () => {
    expect(await openKey(await sign({}))).toBe(booking)
  })
})
