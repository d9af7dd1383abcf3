import { afterAll, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'

/** Section 7 of the specification through the library's client; codes, factors and providers have files beside it. */
const site = await authAppForTest()
afterAll(() => site.close())

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

describe('who somebody is', () => {
  it('GET user', async () => {
    const who = await site.person()
    const client = await site.signedIn(who)
    const { data, error } = await client.auth.getUser()
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id: who.id,
      email: who.email,
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', id: who.id, user_id: who.id }],
    })
    expect(client.calls.at(-1)).toMatchObject({ name: 'GET user', status: 200 })
    expect(JSON.stringify(data)).not.toMatch(/password|token|hash/)
  })

  it('GET user with the key alone is nobody, and the client drops what it had', async () => {
    const stranger = site.client()
    expect((await stranger.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const { error } = await stranger.auth.getUser('not.a.token')
    expect([error?.status, error?.code]).toEqual([403, 'bad_jwt'])
  })

  it('PUT user', async () => {
    const who = await site.person()
    const client = await site.signedIn(who)
    const other = await site.signedIn(who)
    const told = await client.auth.updateUser({ data: { name: 'Ada', gone: 1 } })
    expect([told.error, told.data.user?.user_metadata.name]).toEqual([null, 'Ada'])
    await client.auth.updateUser({ data: { gone: null } })
    const password = `other words ${who.id}`
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    expect(client.calls.at(-1)).toMatchObject({ name: 'PUT user', status: 200 })

    // This session lives on, the other one ended with the old password.
    const { data } = await client.auth.getUser()
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ada', email: who.email })
    expect(data.user?.user_metadata).not.toHaveProperty('gone')
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await site.client().auth.signInWithPassword(who)).error?.code).toBe('invalid_credentials')
    await site.signedIn({ ...who, password })
    const same = await client.auth.updateUser({ password })
    expect([same.error?.status, same.error?.code]).toEqual([422, 'same_password'])
    const weak = await client.auth.updateUser({ password: 'k7#vQ' })
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
  })

  it('GET .well-known/jwks.json', async () => {
    const client = await site.signedIn(await site.person(), { storageKey: 'jwks' })
    const asked = () => client.calls.filter(({ name }) => name === 'GET .well-known/jwks.json').length
    const first = await client.auth.getClaims()
    expect(first.data?.claims).toMatchObject({
      iss: `${site.url}/auth/v1`,
      aal: 'aal1',
      role: 'authenticated',
    })
    expect(first.data?.header).toMatchObject({ alg: 'ES256', kid: expect.any(String) })
    await client.auth.getClaims()
    expect(asked()).toBe(1)
    expect(client.calls.some(({ name }) => name === 'GET user')).toBe(false)
  })
})

describe('a session', () => {
  it('begins by password, with one answer for all that is wrong', async () => {
    const who = await site.person()
    const client = site.client()
    const { data, error } = await client.auth.signInWithPassword(who)
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: who.id } })
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({
      sub: who.id,
      aal: 'aal1',
      amr: [{ method: 'password' }],
    })
    const wrong = await client.auth.signInWithPassword({ email: who.email, password: 'not this one' })
    const nobody = await client.auth.signInWithPassword({ email: `x${who.email}`, password: 'not this one' })
    expect(wrong.error).toEqual(nobody.error)
    expect([wrong.error?.status, wrong.error?.code]).toEqual([400, 'invalid_credentials'])
  })

  it('POST token?grant_type=refresh_token', async () => {
    const client = await site.signedIn(await site.person())
    const before = (await client.auth.getSession()).data.session
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    site.later(1000)
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(client.calls.at(-1)).toMatchObject({
      name: 'POST token',
      query: { grant_type: 'refresh_token' },
      body: { refresh_token: before?.refresh_token },
      status: 200,
    })
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
    expect(data.session?.access_token).not.toBe(before?.access_token)
    const sessionOf = (token = '') => claimsOf(token).session_id
    expect(sessionOf(data.session?.access_token)).toBe(sessionOf(before?.access_token))
    expect(events).toContain('TOKEN_REFRESHED')
  })

  it.each([
    ['local', [false, true]],
    ['others', [true, false]],
    ['global', [false, false]],
  ] as const)('ends at the server: POST logout, scope %s', async (scope, [own, other]) => {
    const who = await site.person()
    const here = await site.signedIn(who)
    const there = await site.signedIn(who)
    const tokens = await Promise.all(
      [here, there].map(async (client) => (await client.auth.getSession()).data.session?.access_token),
    )
    expect((await here.auth.signOut({ scope })).error).toBeNull()
    const lives = await Promise.all(
      tokens.map(async (token) => (await site.client().auth.getUser(token)).data.user !== null),
    )
    expect(lives).toEqual([own, other])
    // A session that cannot be refreshed is over for the data API too.
    const refreshed = await there.auth.refreshSession()
    expect(refreshed.error === null).toBe(other)
  })
})
