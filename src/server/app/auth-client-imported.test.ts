import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { takeOverTokens } from '#server/features/auth-sessions/service.ts'
import { readVerificationKeys } from '#server/lib/auth/verification-keys.ts'
import { authAppForTest } from './testing.ts'

/** A Supabase project was moved here with its people and sessions; programs and people hold what it gave them. */
const issuer = 'https://abc.supabase.co/auth/v1'
const legacySecret = 'the shared secret of the project before'
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'project-key', alg: 'ES256' }
const imported = { issuer, keys: readVerificationKeys(JSON.stringify({ keys: [jwk] })) }
const site = await authAppForTest({ legacySecret, imported })
afterAll(() => site.close())

const now = () => Math.floor(Date.now() / 1000)
const sign = (payload: object, header: { alg: string; kid?: string }, key: KeyObject | Uint8Array) =>
  new SignJWT({ ...payload })
    .setProtectedHeader(header)
    .setIssuedAt(now() - 60)
    .setExpirationTime(now() + 3000)
    .sign(key)
const byKey = (payload: object) => sign(payload, { alg: 'ES256', kid: 'project-key' }, privateKey)
const bySecret = (payload: object) => sign(payload, { alg: 'HS256' }, new TextEncoder().encode(legacySecret))

/** Somebody with a session that came along, and what their token of the project says. */
async function movedPerson() {
  const who = await site.member('viewer')
  const session = (await who.strong.auth.getSession()).data.session
  const {
    iss: _,
    iat: __,
    exp: ___,
    ...said
  } = decodeJwt<{ session_id: string }>(session?.access_token ?? '')
  return { ...who, session, claims: { ...said, iss: issuer } }
}

describe.each([
  ['by its key', byKey],
  ['by its shared secret', bySecret],
])('what the project has signed %s', (_, signed) => {
  it('keeps people signed in as long as their session is', async () => {
    const who = await movedPerson()
    const token = await signed(who.claims)
    const client = site.client()
    await client.auth.setSession({ access_token: token, refresh_token: who.session?.refresh_token ?? '' })
    expect((await client.auth.getUser()).data.user?.id).toBe(who.id)
    const { data, error } = await client.auth.getClaims()
    expect([error, data?.claims.iss]).toEqual([null, issuer])
    const { data: read, error: unread } = await client.from('staff_members').select('id').eq('id', who.id)
    expect([unread, read]).toEqual([null, [{ id: who.id }]])

    await who.strong.auth.signOut({ scope: 'global' })
    const ended = await site.client().auth.getUser(token)
    expect(ended.data.user).toBeNull()
    expect((await client.from('staff_members').select('id')).data ?? []).toEqual([])
  })

  it('keeps programs going that hold its key of the service role', async () => {
    const key = await signed({ iss: 'supabase', ref: 'abc', role: 'service_role' })
    const { email } = await site.person()
    const { data, error } = await site.client({}, key).auth.admin.listUsers()
    expect([error, data.users.some((user) => user.email === email)]).toEqual([null, true])
  })

  it('opens nothing when another issuer is named, or a person in a program’s key', async () => {
    const who = await movedPerson()
    const other = await signed({ ...who.claims, iss: 'https://other.supabase.co/auth/v1' })
    expect((await site.client().auth.getUser(other)).error).toMatchObject({ status: 403, code: 'bad_jwt' })
    const both = await signed({ ...who.claims, iss: 'supabase', role: 'service_role' })
    const { error } = await site.client({}, both).auth.admin.listUsers()
    expect(error).toMatchObject({ status: 403, code: 'bad_jwt' })
  })
})

it('what is signed here names the same issuer, and the published set has both keys', async () => {
  const client = await site.signedIn(await site.person())
  const { data } = await client.auth.getSession()
  expect(decodeJwt(data.session?.access_token ?? '').iss).toBe(issuer)
  const { keys } = await (await fetch(`${site.url}/auth/v1/.well-known/jwks.json`)).json()
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([expect.any(String), 'project-key'])
})

it('refresh tokens that came along are good once they were taken over, and lie there as hashes alone', async () => {
  const who = await movedPerson()
  const token = 'v4ryold0t0k3'
  await site.test.asOwner('delete from auth.refresh_tokens where session_id = $1', [who.claims.session_id])
  const insert = `insert into auth.refresh_tokens (token, parent, user_id, session_id, revoked)
    values ($1, null, $3, $4, true), ($2, $1, $3, $4, false)`
  await site.test.asOwner(insert, ['b3f0r3th4t00', token, who.id, who.claims.session_id])
  const refresh = async (refresh_token: string) => site.client().auth.refreshSession({ refresh_token })
  expect((await refresh(token)).error?.code).toBe('refresh_token_not_found')

  expect(await takeOverTokens(site.auth)).toBe(2)
  expect(await takeOverTokens(site.auth)).toBe(0)
  const kept = await site.test.asOwner('select token, parent from auth.refresh_tokens')
  expect(JSON.stringify(kept)).not.toMatch(/v4ryold|b3f0r3/)
  const { data, error } = await refresh(token)
  expect([error, data.user?.id]).toEqual([null, who.id])
  expect(decodeJwt(data.session?.access_token ?? '').session_id).toBe(who.claims.session_id)
  const next = await refresh(data.session?.refresh_token ?? '')
  expect(next.error).toBeNull()
  // Whoever reads the hash has no token.
  const [hash] = kept.map((row) => (row as { token: string }).token)
  expect((await refresh(hash ?? '')).error?.code).toBe('refresh_token_not_found')
})
