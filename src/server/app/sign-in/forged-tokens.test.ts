import { createPublicKey } from 'node:crypto'
import { exportSPKI, generateKeyPair, importJWK, type JWTHeaderParameters, SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { authAppForTest, publishableKey } from '#server/app/testing.ts'
import { checkEachRow } from '#shared/lib/testing.ts'

/** Attempts by an attacker who has found or forged a token. */
const site = await authAppForTest()
afterAll(() => site.close())

/** Returns the responses of the auth service and the data API to a token. */
async function reception(token: string) {
  const headers = {
    apikey: publishableKey,
    authorization: `Bearer ${token}`,
    'x-supabase-api-version': '2024-01-01',
  }
  const user = await site.app.inject({ url: '/auth/v1/user', headers })
  const rows = await site.app.inject({ url: '/rest/v1/strategy_call_bookings?select=id', headers })
  const code = (answer: typeof user) => [answer.statusCode, answer.json<{ code?: string }>().code]
  return { auth: code(user), rest: code(rows) }
}

async function tokensOf(client: Awaited<ReturnType<typeof site.signedIn>>) {
  const { session } = (await client.auth.getSession()).data
  if (!session) throw new Error('no session')
  return session
}

describe('[S9] an access token', async () => {
  const client = await site.signedIn(await site.person())
  const { access_token } = await tokensOf(client)
  const [header = '', payload = '', signature = ''] = access_token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const write = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = read(payload)
  const { kid } = read(header)
  const own = await generateKeyPair('ES256')
  const [published] = await site.auth.keys.published()
  const forged = (head: Partial<JWTHeaderParameters>, change = {}) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'ES256', ...head }).sign(own.privateKey)
  const hmac = (secret: string | Uint8Array) =>
    new SignJWT({ ...claims, role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(typeof secret === 'string' ? new TextEncoder().encode(secret) : secret)
  const refused = { auth: [403, 'bad_jwt'], rest: [401, 'PGRST301'] }

  it('is accepted if it is genuine', async () => {
    expect(await reception(access_token)).toEqual({ auth: [200, undefined], rest: [200, undefined] })
  })

  it('is refused if it is forged', () =>
    checkEachRow<[string, () => string | Promise<string>]>(
      [
        ['alg none, unsigned', () => `${write({ alg: 'none', typ: 'JWT' })}.${payload}.`],
        ['alg none, with our kid', () => `${write({ alg: 'none', kid })}.${payload}.`],
        ['alg none, with the signature of another', () => `${write({ alg: 'none', kid })}.${payload}.${signature}`],
        ['without its signature', () => `${header}.${payload}.`],
        ['with a changed role', () => `${header}.${write({ ...claims, role: 'service_role' })}.${signature}`],
        ['with a changed level', () => `${header}.${write({ ...claims, aal: 'aal2' })}.${signature}`],
        ['signed by another key under our kid', () => forged({ kid })],
        ['signed by another key under its own kid', () => forged({ kid: 'theirs' })],
        ['signed by another key without a kid', () => forged({})],
        ['with its own key in the header', () => forged({ kid, jwk: { ...published, kty: 'EC' } })],
        ['with a key to be fetched', () => forged({ kid, jku: `${site.url}/auth/v1/.well-known/jwks.json` })],
        ['with a kid that is a path', () => forged({ kid: '../../../../dev/null' })],
        ['with a kid that is SQL', () => forged({ kid: "' or '1'='1" })],
        ['with a kid that is not text', () => `${write({ alg: 'ES256', kid: { $ne: 1 } })}.${payload}.${signature}`],
        ['HS256 with nothing as the secret', () => hmac(new Uint8Array(32))],
        [
          'HS256 with our public key as the secret',
          async () =>
            hmac(await exportSPKI((await importJWK({ ...published }, 'ES256', { extractable: true })) as CryptoKey)),
        ],
        ['HS256 with our public key as published', () => hmac(JSON.stringify(published))],
        ['HS256 with a coordinate of our public key', () => hmac(String(published?.x))],
        ['ES384', () => `${write({ alg: 'ES384', kid })}.${payload}.${signature}`],
        [
          'HS256 with the bytes of our public key',
          () =>
            hmac(
              createPublicKey({ key: { ...published, kty: 'EC' }, format: 'jwk' }).export({
                type: 'spki',
                format: 'der',
              }),
            ),
        ],
        ['of another issuer', () => site.auth.keys.sign({ ...claims, iss: 'https://evil.example/auth/v1' }, 600)],
        ['for another audience', () => site.auth.keys.sign({ ...claims, aud: 'elsewhere' }, 600)],
        ['that is a refresh token', async () => (await tokensOf(client)).refresh_token],
        ['that is not a token', () => 'a.b.c'],
      ],
      async ([, make]) => {
        expect(await reception(await make())).toEqual(refused)
      },
    ))
})
