import { decodeProtectedHeader, importJWK, type JWK } from 'jose'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { BadToken } from '#server/lib/auth/context.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { testEach } from '#shared/lib/testing.ts'
import { replaceKeys, rotateKeys } from './key-rotation.ts'
import { openKeys } from './keys.ts'
import { sessionRoutes } from './routes.ts'
import { authForTest } from './testing.ts'

// Forged tokens are tested in app/sign-in/forged-tokens.test.ts.
const at = await authForTest([sessionRoutes])
afterAll(() => at.close())
beforeEach(() => at.test.asOwner('delete from private.signing_keys'))

const [second, minute] = [1000, 60_000]
const { keysOptions: options, time } = at
/** Opens the keys as another server on the same database would. */
const open = (change: Partial<typeof options> = {}) => openKeys({ ...options, ...change })
const claims = {
  sub: '2f1c0c1e-0000-4000-8000-000000000001',
  role: 'authenticated',
  aud: 'authenticated',
}
const kidOf = (token: string) => decodeProtectedHeader(token).kid
const isBad = (reason: BadToken['reason']) =>
  expect.objectContaining({ constructor: BadToken, reason }) as unknown as BadToken

describe('access token', () => {
  it('passes verification until it expires', async () => {
    const keys = await open()
    const token = await keys.sign(claims, 60)
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    const iat = Math.floor(time.now / second)
    const iss = 'https://site.example/auth/v1'
    expect(await keys.verify(token)).toEqual({ ...claims, iss, iat, exp: iat + 60 })
    time.now += 59 * second
    expect(await keys.verify(token)).toMatchObject({ sub: claims.sub })
    time.now += second
    await expect(keys.verify(token)).rejects.toEqual(isBad('expired'))
  })

  it('is rejected if it has no role or audience, comes from another issuer, or is for another audience', async () => {
    const keys = await open()
    const elsewhere = await open({ issuer: () => 'https://other.example/auth/v1' })
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
    'is rejected if it is malformed',
    testEach(['', 'x', 'a.b.c', '..', 'sb_publishable_abc', 'eyJhbGciOiJFUzI1NiJ9..'], async (text) => {
      await expect((await open()).verify(text)).rejects.toEqual(isBad('undecodable'))
    }),
  )

  it('is rejected on every server within five seconds of its revocation', async () => {
    const [one, other] = [await open(), await open()]
    const jti = crypto.randomUUID()
    const token = await one.sign({ ...claims, jti }, 3600)
    const another = await one.sign({ ...claims, jti: crypto.randomUUID() }, 3600)
    await at.test.asOwner('insert into private.ended_tokens (jti) values ($1)', [jti])
    time.now += 5 * second
    for (const keys of [one, other]) {
      await expect(keys.verify(token)).rejects.toEqual(isBad('undecodable'))
      expect(await keys.verify(another)).toMatchObject({ jti: expect.any(String) as string })
    }
  })
})

describe('signing key', () => {
  it('is published at /.well-known/jwks.json without its private half', async () => {
    time.now += 5 * second
    const { said, headers } = await at.ask<{ keys: object[] }>('GET', '/.well-known/jwks.json')
    expect(headers['cache-control']).toBe('public, max-age=600')
    expect(said.keys).toEqual([
      {
        kid: kidOf(await at.context.keys.sign(claims, 60)),
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String) as string,
        y: expect.any(String) as string,
        alg: 'ES256',
        use: 'sig',
        key_ops: ['verify'],
      },
    ])
  })

  it('[S9] is stored in encrypted form', async () => {
    const token = await (await open()).sign(claims, 60)
    const [row] = await at.test.asOwner<{ sealed_key: string; dump: string }>(
      'select sealed_key, k::text as dump from private.signing_keys k',
    )
    const text = await options.cipher.open(`signing key ${kidOf(token)}`, row?.sealed_key ?? '')
    const secret = JSON.parse(text) as JWK
    expect(await importJWK(secret, 'ES256')).toBeTruthy()
    expect(secret.d).toHaveLength(43)
    expect(row?.dump).not.toContain(secret.d)
  })

  it('is created only once even if several servers start at the same time, and is encrypted outside any transaction', async () => {
    const all = await Promise.all([open(), open(), open()])
    const tokens = await Promise.all(all.map((keys) => keys.sign(claims, 60)))
    expect(new Set(tokens.map(kidOf)).size).toBe(1)
    const waiting: unknown[] = []
    const cipher: SecretCipher = {
      ...options.cipher,
      async seal(purpose, text) {
        const idle = `select query from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'`
        waiting.push(...(await at.test.asOwner(idle)))
        return options.cipher.seal(purpose, text)
      },
    }
    await at.test.asOwner('delete from private.signing_keys')
    await open({ cipher })
    await rotateKeys({ ...options, cipher })
    expect(waiting).toEqual([])
    expect(await at.test.asOwner('select id from private.signing_keys')).toHaveLength(2)
  })
})

describe('[S9] rotation of the signing key', () => {
  it('publishes the next key before the first token is signed with it, and keeps old tokens valid', async () => {
    const keys = await open()
    const before = await keys.sign(claims, 3600)
    const from = await rotateKeys(options)
    expect(from.getTime() - time.now).toBe(15 * minute)
    // By now every server has read the keys again.
    time.now += minute + 1
    expect(await keys.published()).toHaveLength(2)
    expect(kidOf(await keys.sign(claims, 3600))).toBe(kidOf(before))
    expect(await rotateKeys(options)).toEqual(from)
    time.now = from.getTime()
    const after = await keys.sign(claims, 3600)
    expect(kidOf(after)).not.toBe(kidOf(before))
    for (const token of [before, after]) expect(await keys.verify(token)).toMatchObject({ sub: claims.sub })
  })

  it('deletes a replaced key once its last token has expired', async () => {
    const keys = await open()
    const first = await keys.sign(claims, 3600)
    const change = await rotateKeys(options)
    time.now = change.getTime() - second
    const last = await keys.sign(claims, 3600)
    expect(kidOf(last)).toBe(kidOf(first))
    time.now = change.getTime() + 3_598_000
    await rotateKeys(options)
    expect(await keys.verify(last)).toMatchObject({ sub: claims.sub })
    time.now = change.getTime() + 3_600_000 + 2 * minute
    await rotateKeys(options)
    time.now += 2 * minute
    expect((await keys.published()).map(({ kid }) => kid)).not.toContain(kidOf(first))
  })

  it('takes effect on another server as soon as that server receives a token that names the new key', async () => {
    const other = await open()
    time.now += 3 * second
    await replaceKeys(options)
    const token = await (await open()).sign(claims, 60)
    expect(await other.verify(token)).toMatchObject({ sub: claims.sub })
    expect(kidOf(await other.sign(claims, 60))).toBe(kidOf(token))
  })
})

describe('[S9] emergency replacement of the signing key', () => {
  const byCommand = () => replaceKeys(options)
  const inTheDesk = async () => void (await at.test.asOwner('delete from private.signing_keys'))

  it.each([
    ['by command', byCommand],
    ['in the desk, which creates no new key', inTheDesk],
  ] as const)('makes every server reject old tokens within five seconds (%s)', async (_, replace) => {
    const [one, other] = [await open(), await open()]
    const before = await one.sign(claims, 3600)
    expect(await other.verify(before)).toMatchObject({ sub: claims.sub })
    await replace()
    time.now += 5 * second
    for (const keys of [one, other]) await expect(keys.verify(before)).rejects.toEqual(isBad('undecodable'))
    const after = await one.sign(claims, 3600)
    expect(await other.verify(after)).toMatchObject({ sub: claims.sub })
    expect((await one.published()).map(({ kid }) => kid)).toEqual([kidOf(after)])
    expect(kidOf(await other.sign(claims, 60))).toBe(kidOf(after))
  })

  it('takes effect even on a server whose clock is behind or was set back', async () => {
    const keys = await open()
    const before = await keys.sign(claims, 3600)
    const behind = await open({ clock: () => time.now - 30 * minute })
    await byCommand()
    time.now += 5 * second
    expect(kidOf(await behind.sign(claims, 60))).toBe(kidOf(await keys.sign(claims, 60)))
    await byCommand()
    time.now -= 10 * minute
    await expect(keys.verify(before)).rejects.toEqual(isBad('undecodable'))
  })

  it('notifies the listeners for revoked keys, but an ordinary rotation does not', async () => {
    const keys = await open()
    let notified = 0
    keys.onRevoked(() => notified++)
    for (const [change, count] of [
      [() => rotateKeys(options), 0],
      [byCommand, 1],
    ] as const) {
      await change()
      time.now += 5 * second
      await keys.refresh()
      expect(notified).toBe(count)
    }
  })
})
