import { createHmac, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { readVerificationKeys } from '#server/lib/auth/verification-keys.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { rotateKeys } from './service.ts'
import { claims, keysForTest } from './testing.ts'

/** Keys and issuer of a project that was moved here: they verify, and nothing more. */
const room = await keysForTest()
afterAll(() => room.close())

const issuer = 'https://abc.supabase.co/auth/v1'
const own = 'https://site.example/auth/v1'
const legacySecret = 'the shared secret of the project before'
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const shared = Buffer.from('another secret, that has a name of its own')
const pem = String(rsa.publicKey.export({ type: 'spki', format: 'pem' }))
const jwk = { ...ec.publicKey.export({ format: 'jwk' }), kid: 'project-ec', alg: 'ES256' }
const keys = [
  ...readVerificationKeys(
    JSON.stringify([jwk, { kty: 'oct', kid: 'project-hs', k: shared.toString('base64url') }]),
  ),
  ...readVerificationKeys(pem),
]
const there = { issuer, keys }
const open = () => room.open({ legacySecret, imported: there })
const openBare = () => room.open({ legacySecret })

const bytes = (text: string) => new TextEncoder().encode(text)
type Signing = KeyObject | Uint8Array
function token(header: { alg: string; kid?: string }, key: Signing, payload: object, seconds = 60) {
  const now = Math.floor(room.time.now / 1000)
  return new SignJWT({ ...payload })
    .setProtectedHeader(header)
    .setIssuedAt(now - 100)
    .setExpirationTime(now + seconds)
    .sign(key)
}
const person = { ...claims, session_id: randomUUID() }
const bad = expect.objectContaining({ reason: 'undecodable' })

const signers: [string, { alg: string; kid?: string }, Signing][] = [
  ['the shared secret', { alg: 'HS256' }, bytes(legacySecret)],
  ['the shared secret, which has a kid there', { alg: 'HS256', kid: randomUUID() }, bytes(legacySecret)],
  ['another secret, by its kid', { alg: 'HS256', kid: 'project-hs' }, shared],
  ['a P-256 key, by its kid', { alg: 'ES256', kid: 'project-ec' }, ec.privateKey],
  ['an RSA key without a kid', { alg: 'RS256' }, rsa.privateKey],
  ['an RSA key that was given without its kid', { alg: 'RS256', kid: 'unknown' }, rsa.privateKey],
]

describe.each(signers)('a token that was signed there with %s', (_, header, key) => {
  it('verifies as a person’s, from its issuer or from ours', async () => {
    const here = await open()
    for (const iss of [issuer, own]) {
      expect(await here.verify(await token(header, key, { ...person, iss }))).toMatchObject({
        ...person,
        iss,
      })
    }
  })

  it(
    'is refused with claims that are not for us',
    eachOf(
      [
        ['of another issuer', { iss: 'https://other.supabase.co/auth/v1' }],
        ['of none', {}],
        ['for another audience', { iss: issuer, aud: 'other' }],
        ['for none', { iss: issuer, aud: undefined }],
        ['without a role', { iss: issuer, role: undefined }],
      ],
      async (_why, change) => {
        const here = await open()
        await expect(here.verify(await token(header, key, { ...person, ...change }))).rejects.toEqual(bad)
      },
    ),
  )

  it('is refused once it is over, and where nothing was imported', async () => {
    const here = await open()
    const old = await token(header, key, { ...person, iss: issuer }, -1)
    await expect(here.verify(old)).rejects.toMatchObject({ reason: 'expired' })
    const fresh = await token(header, key, { ...person, iss: issuer })
    await expect((await openBare()).verify(fresh)).rejects.toEqual(bad)
  })

  it('verifies as a program’s key, which has no audience, where the issuer is set', async () => {
    const here = await open()
    const nameless = await room.open({ legacySecret, imported: { issuer: null, keys } })
    for (const role of ['anon', 'service_role']) {
      const program = await token(header, key, { iss: 'supabase', ref: 'abc', role }, 300_000_000)
      expect(await here.verify(program)).toMatchObject({ role, ref: 'abc' })
      await expect(nameless.verify(program)).rejects.toEqual(bad)
    }
    for (const more of [
      { sub: claims.sub, role: 'service_role' },
      { role: 'authenticated' },
      { role: 'postgres' },
    ]) {
      const program = await token(header, key, { iss: 'supabase', ...more })
      await expect(here.verify(program)).rejects.toEqual(bad)
    }
  })
})

describe('no key does another one’s work', () => {
  const der = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })
  const raw = Buffer.concat([jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url')))
  const publicSecrets: [string, Buffer | string][] = [
    ['PEM', pem],
    ['PEM without its last line break', pem.trim()],
    ['the other PEM', String(ec.publicKey.export({ type: 'spki', format: 'pem' }))],
    ['DER', der(rsa.publicKey)],
    ['the other DER', der(ec.publicKey)],
    ['JWK', JSON.stringify(jwk)],
    ['x', jwk.x ?? ''],
    ['x and y', raw],
    ['n', rsa.publicKey.export({ format: 'jwk' }).n ?? ''],
  ]
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(room.time.now / 1000)
  const payload = { ...person, role: 'service_role', iss: issuer, iat: now, exp: now + 60 }

  it(
    'a public key as a shared secret, in whatever form',
    eachOf(publicSecrets, async (_, secret) => {
      const here = await open()
      for (const kid of [
        undefined,
        'project-ec',
        'project-hs',
        '',
        'unknown',
        (await here.published())[0]?.kid,
      ]) {
        for (const alg of ['HS256', 'HS384', 'RS256', 'ES256', 'none']) {
          const unsigned = `${encode({ alg, ...(kid !== undefined && { kid }) })}.${encode(payload)}`
          const digest = alg === 'HS384' ? 'sha384' : 'sha256'
          const signature = createHmac(digest, secret).update(unsigned).digest('base64url')
          for (const end of [signature, ''])
            await expect(here.verify(`${unsigned}.${end}`)).rejects.toEqual(bad)
        }
      }
    }),
  )

  it('theirs under our kid, or under the kid of another one', async () => {
    const here = await open()
    const kid = (await here.published())[0]?.kid ?? ''
    for (const [, { alg }, key] of signers) {
      for (const other of [kid, alg === 'ES256' ? 'project-hs' : 'project-ec']) {
        await expect(here.verify(await token({ alg, kid: other }, key, payload))).rejects.toEqual(bad)
      }
    }
  })

  it('ours for a program’s key of the project', async () => {
    const here = await open()
    const program = await here.sign({ iss: 'supabase', role: 'service_role' }, 60)
    await expect(here.verify(program)).rejects.toEqual(bad)
  })

  it('with a key of the same kind that nobody has imported', async () => {
    const here = await open()
    const [one, two] = [
      generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ]
    for (const kid of [undefined, 'project-ec']) {
      const named = kid === undefined ? {} : { kid }
      await expect(
        here.verify(await token({ alg: 'ES256', ...named }, one.privateKey, payload)),
      ).rejects.toEqual(bad)
      await expect(
        here.verify(await token({ alg: 'RS256', ...named }, two.privateKey, payload)),
      ).rejects.toEqual(bad)
    }
  })
})

describe('our own tokens', () => {
  it('name the issuer that is set, and those from before it was set go on verifying', async () => {
    const before = await (await openBare()).sign(claims, 60)
    const here = await open()
    expect(decodeJwt(before).iss).toBe(own)
    expect(await here.verify(before)).toMatchObject(claims)
    const fresh = await here.sign(claims, 60)
    expect(decodeJwt(fresh).iss).toBe(issuer)
    expect(await here.verify(fresh)).toMatchObject(claims)
  })
})

describe('the published set', () => {
  it('lists public keys that have a name, after ours, through every rotation, and no secret', async () => {
    const here = await open()
    const listed = async () => (await here.published()).map(({ kid }) => kid)
    const before = await listed()
    expect(before.slice(-1)).toEqual(['project-ec'])
    expect(JSON.stringify(await here.published())).not.toContain(shared.toString('base64url'))
    expect((await here.published()).at(-1)).toEqual({ ...jwk, use: 'sig', key_ops: ['verify'] })
    await rotateKeys(room.options)
    room.time.now += 5000
    expect(await listed()).toEqual([expect.any(String), ...before])
  })
})
