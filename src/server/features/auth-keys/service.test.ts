import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { decodeProtectedHeader, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { BadToken } from '#server/lib/auth/types.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { rotateKeys } from './service.ts'
import { claims, keysForTest } from './testing.ts'

const room = await keysForTest()
afterAll(() => room.close())
beforeEach(() => room.test.asOwner('delete from private.signing_keys'))

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const kidOf = (token: string) => decodeProtectedHeader(token).kid
const isBad = (reason: BadToken['reason']) =>
  expect.objectContaining({ constructor: BadToken, reason }) as unknown as BadToken

/** A token with parts of another one replaced; the signature stays unless it is given. */
function forged(token: string, change: { header?: object; payload?: object; signature?: string }): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object
  return [
    change.header ? encode({ ...read(header), ...change.header }) : header,
    change.payload ? encode({ ...read(payload), ...change.payload }) : payload,
    change.signature ?? signature,
  ].join('.')
}

describe('a token', () => {
  it('verifies', async () => {
    const keys = await room.open()
    const token = await keys.sign(claims, 60)
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    const now = Math.floor(room.time.now / 1000)
    const iss = 'https://site.example/auth/v1'
    expect(await keys.verify(token)).toEqual({ ...claims, iss, iat: now, exp: now + 60 })
  })

  it('is refused without a signature, whatever its header says of it', async () => {
    const keys = await room.open()
    const token = await keys.sign(claims, 60)
    for (const alg of ['none', 'None', 'HS256', 'RS256', 'ES384']) {
      const without = forged(token, { header: { alg }, signature: '' })
      await expect(keys.verify(without)).rejects.toEqual(isBad('undecodable'))
    }
    await expect(keys.verify(forged(token, { signature: '' }))).rejects.toEqual(isBad('undecodable'))
  })

  it('is refused when it is signed with the public key as if that were a shared secret', async () => {
    const keys = await room.open()
    const token = await keys.sign(claims, 60)
    const [published] = await keys.published()
    const { x = '', y = '' } = published as JWK
    const key = createPublicKey({ key: published as JsonWebKey, format: 'jwk' })
    const pem = String(key.export({ type: 'spki', format: 'pem' }))
    const der = key.export({ type: 'spki', format: 'der' })
    const secrets = [JSON.stringify(published), x, y, x + y, pem, pem.trim(), der]
    for (const header of [{ alg: 'HS256' }, { alg: 'HS256', kid: undefined }, { alg: 'HS256', kid: '' }]) {
      const unsigned = forged(token, { header }).split('.').slice(0, 2).join('.')
      for (const secret of secrets) {
        const signature = createHmac('sha256', secret).update(unsigned).digest('base64url')
        await expect(keys.verify(`${unsigned}.${signature}`)).rejects.toEqual(isBad('undecodable'))
      }
    }
  })

  it('is refused when its role was changed', async () => {
    const keys = await room.open()
    const token = await keys.sign(claims, 60)
    const raised = forged(token, { payload: { role: 'service_role' } })
    await expect(keys.verify(raised)).rejects.toEqual(isBad('undecodable'))
  })

  it('is refused with a kid that is unknown, missing, or of another key', async () => {
    const keys = await room.open()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const [published] = await keys.published()
    for (const kid of [published?.kid, crypto.randomUUID(), '../../dev/null', "' or 1=1 --", undefined]) {
      const token = await new SignJWT({ ...claims, iss: 'https://site.example/auth/v1' })
        .setProtectedHeader({ alg: 'ES256', ...(kid !== undefined && { kid }) })
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey)
      await expect(keys.verify(token)).rejects.toEqual(isBad('undecodable'))
    }
  })

  it('names no key of its own making', async () => {
    const keys = await room.open()
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = publicKey.export({ format: 'jwk' }) as JWK
    const [published] = await keys.published()
    const token = await new SignJWT({ ...claims, iss: 'https://site.example/auth/v1' })
      .setProtectedHeader({ alg: 'ES256', kid: published?.kid ?? '', jwk, jku: 'https://evil.example/jwks' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey)
    await expect(keys.verify(token)).rejects.toEqual(isBad('undecodable'))
  })

  it('is refused from the second on in which it expires', async () => {
    const keys = await room.open()
    const token = await keys.sign(claims, 60)
    room.time.now += 59_000
    expect(await keys.verify(token)).toMatchObject({ sub: claims.sub })
    room.time.now += 1000
    await expect(keys.verify(token)).rejects.toEqual(isBad('expired'))
  })

  it('is refused from another issuer, for another audience, and without what every token says', async () => {
    const keys = await room.open()
    const elsewhere = await room.open({ issuer: () => 'https://other.example/auth/v1' })
    const refused = [
      await elsewhere.sign(claims, 60),
      await keys.sign({ ...claims, iss: 'https://other.example/auth/v1' }, 60),
      await keys.sign({ ...claims, aud: 'somebody-else' }, 60),
      await keys.sign({ sub: claims.sub, role: claims.role }, 60),
      await keys.sign({ sub: claims.sub, aud: claims.aud }, 60),
    ]
    for (const token of refused) await expect(keys.verify(token)).rejects.toEqual(isBad('undecodable'))
  })

  it(
    'is refused where it is none',
    eachOf(['', 'x', 'a.b.c', '..', 'sb_publishable_abc', `${encode({ alg: 'ES256' })}..`], async (text) => {
      const keys = await room.open()
      await expect(keys.verify(text)).rejects.toEqual(isBad('undecodable'))
    }),
  )
})

describe('the published set', () => {
  it('holds public halves alone, as clients need them', async () => {
    const keys = await room.open()
    const [key] = await keys.published()
    expect(key).toEqual({
      kid: kidOf(await keys.sign(claims, 60)),
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String) as string,
      y: expect.any(String) as string,
      alg: 'ES256',
      use: 'sig',
      key_ops: ['verify'],
    })
  })
})

describe('in the database', () => {
  it('the private half lies sealed, and opens under no other key', async () => {
    const keys = await room.open()
    const token = await keys.sign(claims, 60)
    const [row] = await room.test.asOwner<{ sealed_key: string; dump: string }>(
      'select sealed_key, k::text as dump from private.signing_keys k',
    )
    const secret = JSON.parse(
      await room.options.cipher.open(`signing key ${kidOf(token)}`, row?.sealed_key ?? ''),
    )
    expect(await importJWK(secret as JWK, 'ES256')).toBeTruthy()
    expect((secret as JWK).d).toHaveLength(43)
    expect(row?.dump).not.toContain((secret as JWK).d)
  })

  it('a key is made while no transaction waits for it', async () => {
    const waiting: unknown[] = []
    const cipher: SecretCipher = {
      ...room.options.cipher,
      async seal(purpose, text) {
        waiting.push(
          ...(await room.test.asOwner(
            "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
          )),
        )
        return room.options.cipher.seal(purpose, text)
      },
    }
    await room.open({ cipher })
    await rotateKeys({ ...room.options, cipher })
    expect(waiting).toEqual([])
    expect(await room.test.asOwner('select id from private.signing_keys')).toHaveLength(2)
  })

  it('one key is made by however many processes start at once', async () => {
    const all = await Promise.all([room.open(), room.open(), room.open()])
    const tokens = await Promise.all(all.map((keys) => keys.sign(claims, 60)))
    expect(new Set(tokens.map(kidOf)).size).toBe(1)
    expect(await all[0].verify(tokens[2] ?? '')).toMatchObject({ sub: claims.sub })
  })
})
