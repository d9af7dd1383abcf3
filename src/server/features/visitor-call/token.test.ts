import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { callLink, callPath, openCall, signCall } from './service.ts'

const cipher = openSecretCipher(randomBytes(32))
const now = Date.parse('2026-11-25T12:00:00Z')
const day = 24 * 3600 * 1000
const booking = randomUUID()
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const token = await signCall(cipher, booking, now)
const opened = { id: booking, isByLetter: false }

/** A token with the right key; `claims` make it wrong in one respect. */
const sign = (claims: object, key = cipher.key('call'), alg = 'HS256') =>
  new SignJWT({ aud: 'call', sub: booking, exp: now / 1000 + 60, ...claims })
    .setProtectedHeader({ alg })
    .sign(key)

describe('the key to the page of a call', () => {
  it('opens the one booking, and is the same each time', async () => {
    expect(await openCall(cipher, token, now)).toEqual(opened)
    expect(await signCall(cipher, booking, now)).toBe(token)
    expect(await callPath(cipher, booking, now)).toBe(`/?call=${token}`)
  })

  it('says whether it came by a letter, which alone shows whose mailbox it is', async () => {
    const link = await callLink(cipher, 'https://site.example', booking, now)
    const [, told] = link.split('https://site.example/?call=')
    expect(await openCall(cipher, told, now)).toEqual({ id: booking, isByLetter: true })
  })

  it('is short, and says nothing of the person', () => {
    expect(token.length).toBeLessThan(180)
    expect(token).toMatch(/^[\w.-]+$/)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(Object.keys(claims).toSorted()).toEqual(['aud', 'exp', 'sub'])
  })

  it('ends sixty days after the call', async () => {
    expect(await openCall(cipher, token, now + 60 * day - 1000)).toEqual(opened)
    expect(await openCall(cipher, token, now + 60 * day)).toBeNull()
  })

  it('is refused when any of its characters is another', async () => {
    for (let at = 0; at < token.length; at++) {
      // The last character is replaced by every digit, because some of its bits mean nothing; others bit by bit.
      const own = digits.indexOf(token[at] ?? '')
      const flipped = [1, 2, 4, 8, 16, 32].map((bit) => digits[own ^ bit])
      for (const digit of own < 0 || at === token.length - 1 ? digits : [...flipped, '.', '=']) {
        if (token[at] === digit) continue
        const changed = token.slice(0, at) + digit + token.slice(at + 1)
        if (await openCall(cipher, changed, now)) expect.fail(`${digit} at ${at} was taken`)
      }
    }
  })

  it('is refused when it is cut, longer, doubled or mixed with that of another call', async () => {
    const other = await signCall(cipher, randomUUID(), now)
    const cut = fc.nat(token.length - 1).map((length) => token.slice(0, length))
    const longer = fc.string({ minLength: 1, maxLength: 5 }).map((tail) => token + tail)
    const mixed = fc
      .tuple(fc.boolean(), fc.boolean(), fc.boolean())
      .map((own) => own.map((mine, at) => (mine ? token : other).split('.')[at]).join('.'))
      .filter((text) => text !== token && text !== other)
    await fc.assert(
      fc.asyncProperty(fc.oneof(cut, longer, mixed, fc.constant(token + token)), async (text) => {
        expect(await openCall(cipher, text, now)).toBeNull()
      }),
    )
  })

  it(
    'is refused in any other form',
    eachOf<[string, () => unknown]>(
      [
        ['nothing', () => undefined],
        ['two at once', () => [token, token]],
        ['a key of another purpose', () => sign({}, cipher.key('unsubscribe'))],
        ['another audience', () => sign({ aud: 'authenticated' })],
        ['no audience', () => sign({ aud: undefined })],
        ['no end', () => sign({ exp: undefined })],
        ['no booking', () => sign({ sub: undefined })],
        ['no uuid', () => sign({ sub: "' or true --" })],
        ['another algorithm with the same key', () => sign({}, cipher.key('call'), 'HS384')],
        [
          'no algorithm',
          () =>
            `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.${'A'.repeat(43)}`,
        ],
        ['the key of another server', () => signCall(openSecretCipher(randomBytes(32)), booking, now)],
      ],
      async (_, make) => {
        expect(await openCall(cipher, await make(), now)).toBeNull()
      },
    ),
  )

  it('has a proper twin for each of those faults', async () => {
    expect(await openCall(cipher, await sign({}), now)).toEqual(opened)
  })
})
