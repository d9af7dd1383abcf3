import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { readVerificationKeys } from './verification-keys.ts'

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }))
const jwk = (key: KeyObject, more: object = {}) => ({ ...key.export({ format: 'jwk' }), ...more })
const k = Buffer.alloc(32, 7).toString('base64url')

describe('keys that verify', () => {
  it('come as PEM, one after the other', () => {
    const keys = readVerificationKeys(pem(ec.publicKey) + pem(rsa.publicKey))
    expect(keys.map(({ id, algorithm, published }) => [id, algorithm, published])).toEqual([
      [null, 'ES256', null],
      [null, 'RS256', null],
    ])
    expect(readVerificationKeys(pem(ec.publicKey).replaceAll('\n', '\\n'))).toHaveLength(1)
  })

  it('come as one JWK, a list or a set, and are published by their kid without a secret', () => {
    const one = jwk(ec.publicKey, { kid: 'one', alg: 'ES256', key_ops: ['verify'] })
    const secret = { kty: 'oct', k, kid: 'old', alg: 'HS256' }
    for (const source of [one, [one], { keys: [one] }]) {
      expect(readVerificationKeys(JSON.stringify(source))).toHaveLength(1)
    }
    const keys = readVerificationKeys(JSON.stringify({ keys: [one, secret, jwk(rsa.publicKey)] }))
    expect(keys.map(({ id, algorithm }) => [id, algorithm])).toEqual([
      ['one', 'ES256'],
      ['old', 'HS256'],
      [null, 'RS256'],
    ])
    expect(keys.map(({ published }) => published)).toEqual([
      { ...jwk(ec.publicKey), kid: 'one', alg: 'ES256', use: 'sig', key_ops: ['verify'] },
      null,
      null,
    ])
  })
})

describe('what is refused', () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
  const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey
  const edwards = generateKeyPairSync('ed25519').publicKey
  const privatePem = String(ec.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  it(
    'are refused where they are none',
    eachOf(
      [
        ['no key at all', 'secret', 'neither PEM nor JSON'],
        ['a private key in PEM', privatePem, 'private'],
        ['a private key', JSON.stringify(jwk(ec.privateKey)), 'private'],
        ['a short secret', JSON.stringify({ kty: 'oct', k: 'c2hvcnQ' }), 'less than 32 bytes'],
        ['a secret that is none', JSON.stringify({ kty: 'oct' }), 'less than 32 bytes'],
        ['a weak key', pem(weak), 'neither P-256 nor RSA'],
        ['another curve', pem(other), 'neither P-256 nor RSA'],
        ['another kind', JSON.stringify(jwk(edwards)), 'neither P-256 nor RSA'],
        ['another algorithm', JSON.stringify(jwk(rsa.publicKey, { alg: 'HS256' })), 'not that of its kind'],
        [
          'a secret for another algorithm',
          JSON.stringify({ kty: 'oct', k, alg: 'HS512' }),
          'not that of its kind',
        ],
        ['half a key', JSON.stringify({ kty: 'EC', crv: 'P-256' }), 'cannot be read'],
        ['a number', '7', 'cannot be read'],
        ['a list of none', '[]', 'no key is in it'],
        ['half a PEM', pem(ec.publicKey).slice(0, 60), 'no key is in it'],
        ['one kid twice', JSON.stringify([1, 2].map(() => jwk(ec.publicKey, { kid: 'x' }))), 'the same kid'],
      ],
      (_, source, why) => {
        expect(() => readVerificationKeys(source)).toThrow(why)
      },
    ),
  )
})
