import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { authAppForTest, tokenOf } from '#server/app/testing.ts'
import { browserWith, localProvider } from '#server/features/auth-providers/testing.ts'
import { SimulatedAuthenticator } from '#server/lib/crypto/testing.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'

/**
 * Each call in section 7 of the specification, made with the library's client. Other tests cover the rules for
 * these calls.
 */
const site = await authAppForTest({ mailEverySeconds: 1 })
afterAll(() => site.close())

type Client = Awaited<ReturnType<typeof site.signedIn>>
const linkIn = ({ text }: Letter) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
const digitsIn = ({ text }: Letter) => /\b\d{6}\b/.exec(text)?.[0] ?? ''
const newAddress = () => `${randomUUID()}@example.com`
const claimsOf = (token = '') =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
const levelsOf = async (client: Client) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  return [data?.currentLevel, data?.nextLevel]
}
const eventsOf = (client: Client) => {
  const events: string[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  return events
}

/** Opens a link as the button on the link's page does. Returns the fields in the fragment of the redirect. */
async function follow(letter: Letter): Promise<Record<string, string>> {
  const { search } = linkIn(letter)
  const answer = await fetch(`${site.url}/auth/v1/verify${search}`, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  return fragmentOf(new URL(answer.headers.get('location') ?? ''))
}
const fragmentOf = ({ hash }: URL) => Object.fromEntries(new URLSearchParams(hash.slice(1)))
const arrive = (client: Client, { access_token = '', refresh_token = '' }: Record<string, string>) =>
  client.auth.setSession({ access_token, refresh_token })

describe('a session', () => {
  it('starts with POST token?grant_type=password', async () => {
    const who = await site.person()
    const client = site.client()
    const { data, error } = await client.auth.signInWithPassword(who)
    expect([error, data.session?.token_type, data.session?.expires_in]).toEqual([null, 'bearer', 3600])
    expect(claimsOf(data.session?.access_token)).toMatchObject({ sub: who.id, aal: 'aal1' })
    const wrong = await client.auth.signInWithPassword({ ...who, password: 'not this one' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  it('is refreshed by POST token?grant_type=refresh_token', async () => {
    const client = await site.signedIn(await site.person())
    const before = (await client.auth.getSession()).data.session
    const events = eventsOf(client)
    site.later(1000)
    const { data, error } = await client.auth.refreshSession()
    expect(client.calls.at(-1)).toMatchObject({
      name: 'POST token',
      query: { grant_type: 'refresh_token' },
      body: { refresh_token: before?.refresh_token },
    })
    expect([error, data.session?.refresh_token === before?.refresh_token]).toEqual([null, false])
    expect(claimsOf(data.session?.access_token).session_id).toBe(claimsOf(before?.access_token).session_id)
    expect(events).toContain('TOKEN_REFRESHED')
  })

  it('ends after POST /logout', async () => {
    const client = await site.signedIn(await site.person())
    const token = await tokenOf(client)
    expect((await client.auth.signOut()).error).toBeNull()
    expect((await site.client().auth.getUser(token)).error).toMatchObject({ name: 'AuthSessionMissingError' })
  })

  it('needs only one request for .well-known/jwks.json, even if it is verified twice', async () => {
    const client = await site.signedIn(await site.person(), { storageKey: 'jwks' })
    for (const _ of [1, 2]) {
      const { data } = await client.auth.getClaims()
      expect(data?.claims).toMatchObject({ iss: `${site.url}/auth/v1`, aal: 'aal1', role: 'authenticated' })
      expect(data?.header).toMatchObject({ alg: 'ES256', kid: expect.any(String) as string })
    }
    const names = client.calls.map(({ name }) => name).slice(1)
    expect(names).toEqual(['GET .well-known/jwks.json'])
  })
})

describe('an account', () => {
  it('is returned by GET /user', async () => {
    const who = await site.person()
    const client = await site.signedIn(who)
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ id: who.id, email: who.email, identities: [{ provider: 'email' }] })
    expect(client.calls.at(-1)).toMatchObject({ name: 'GET user', status: 200 })
  })

  it('can change its metadata, password and email address with PUT /user', async () => {
    const who = await site.person()
    const client = await site.signedIn(who)
    const told = await client.auth.updateUser({ data: { name: 'Ada' } })
    expect([told.error, told.data.user?.user_metadata]).toEqual([null, { name: 'Ada' }])
    const weak = await client.auth.updateUser({ password: 'k7#vQ' })
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
    const password = `other words ${who.id}`
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    const email = newAddress()
    const moving = await client.auth.updateUser({ email })
    expect([moving.data.user?.email, moving.data.user?.new_email]).toEqual([who.email, email])
    expect(client.calls.at(-1)).toMatchObject({ name: 'PUT user', status: 200 })
    const confirm = (address: string) =>
      client.auth.verifyOtp({ email: address, token: digitsIn(site.letter(address)), type: 'email_change' })
    expect((await confirm(email)).data.session).toBeNull()
    expect((await confirm(who.email)).data.user?.email).toBe(email)
    await site.signedIn({ email, password })
  })

  it('gets a new password with PUT /user if the code from GET /reauthenticate is correct', async () => {
    const who = await site.person()
    const client = await site.signedIn(who)
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect(client.calls.at(-1)).toMatchObject({ name: 'GET reauthenticate', status: 200 })
    const change = { password: `other words ${who.id}`, nonce: digitsIn(site.letter(who.email)) }
    expect((await client.auth.updateUser({ ...change, nonce: '0' })).error).toMatchObject({
      code: 'reauthentication_not_valid',
    })
    expect((await client.auth.updateUser(change)).error).toBeNull()
  })
})

describe('an email', () => {
  it('is sent when requested with POST invite, and again when POST resend names the same email address', async () => {
    const email = newAddress()
    const { admin } = (await site.administrator()).auth
    const invited = await admin.inviteUserByEmail(email, { data: { name: 'Ida' } })
    expect([invited.error, invited.data.user?.user_metadata]).toEqual([null, { name: 'Ida' }])
    const first = site.letter(email)
    site.later(2000)
    const client = site.client()
    expect((await client.auth.resend({ email, type: 'signup' })).error).toBeNull()
    expect(client.calls.at(-1)).toMatchObject({ name: 'POST resend', body: { email, type: 'signup' } })
    expect(await follow(first)).toMatchObject({ error_code: 'otp_expired' })
    const { pathname, search } = linkIn(site.letter(email))
    const page = await (await fetch(site.url + pathname + search)).text()
    expect(page).toMatch(/minlength="12"/i)
    expect((await arrive(client, await follow(site.letter(email)))).data.user?.email).toBe(email)
  })

  it('contains a link, a token and a code that can each sign the user in if the email was requested with POST recover', async () => {
    const who = await site.person()
    const client = site.client()
    const redirectTo = `${site.url}/desk`
    const recover = async () => {
      site.later(2000)
      const { error } = await client.auth.resetPasswordForEmail(who.email, { redirectTo })
      expect(error).toBeNull()
      return site.letter(who.email)
    }
    const letter = await recover()
    expect(client.calls.at(-1)).toMatchObject({
      name: 'POST recover',
      query: { redirect_to: redirectTo },
      body: { email: who.email },
    })
    const { data } = await arrive(client, await follow(letter))
    expect(data.user?.id).toBe(who.id)
    expect((await client.auth.updateUser({ password: 'words of the recovered' })).error).toBeNull()
    const token_hash = linkIn(await recover()).searchParams.get('token') ?? ''
    expect((await client.auth.verifyOtp({ token_hash, type: 'recovery' })).data.user?.id).toBe(who.id)
    const typed = { email: who.email, token: digitsIn(await recover()), type: 'recovery' } as const
    expect((await client.auth.verifyOtp(typed)).data.user?.id).toBe(who.id)
  })
})

describe('second factors', () => {
  it('are enrolled, challenged, verified and removed at /factors and its subpaths', async () => {
    const who = await site.person()
    const experimental = { recoveryCodes: true }
    const client = await site.signedIn(who, { experimental })
    const { mfa } = client.auth
    const { data: factor } = await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    if (!factor) throw new Error('no factor')
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
    const factorId = factor.id
    const challengeId = (await mfa.challenge({ factorId })).data?.id ?? ''
    const wrong = await mfa.verify({ factorId, challengeId, code: '000000' })
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    const events = eventsOf(client)
    const verified = await mfa.verify({ factorId, challengeId, code: site.code(factor.totp.secret) })
    expect([verified.error, await levelsOf(client)]).toEqual([null, ['aal2', 'aal2']])
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    const weak = await site.signedIn(who, { experimental })
    expect(await levelsOf(weak)).toEqual(['aal1', 'aal2'])
    expect((await weak.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }])

    const codes = (await mfa.recoveryCodes.generate()).data?.codes ?? []
    expect((await weak.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toBeNull()
    expect(await levelsOf(weak)).toEqual(['aal2', 'aal2'])
    expect((await mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
    expect((await mfa.recoveryCodes.regenerate()).data?.codes).toHaveLength(10)
    expect((await mfa.recoveryCodes.unenroll()).error).toBeNull()

    expect((await mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    expect(client.calls.at(-1)).toMatchObject({ name: `DELETE factors/${factorId}`, status: 200 })
    const names = client.calls.map(({ name }) => name.replace(factorId, '{id}'))
    expect(names).toEqual(
      expect.arrayContaining(['POST factors', 'POST factors/{id}/challenge', 'POST factors/{id}/verify']),
    )
  })

  it('include passkeys, which users can add, use for sign-in, list, rename and remove', async () => {
    const client = await site.signedIn(await site.person())
    const origin = site.url.replace('127.0.0.1', 'localhost')
    const device = new SimulatedAuthenticator(origin)
    const webauthn = { rpId: 'localhost', rpOrigins: [origin] }
    const enrolled = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Laptop' })
    const factorId = enrolled.data?.id ?? ''
    const asked = await client.auth.mfa.challenge({ factorId, webauthn })
    if (asked.data?.webauthn.type !== 'create') throw new Error('no passkey was requested')
    const { publicKey } = asked.data.webauthn.credential_options
    // The browser API uses bytes where the protocol uses base64url.
    const wired = (bytes: BufferSource) => Buffer.from(bytes as ArrayBuffer).toString('base64url')
    const user = { ...publicKey.user, id: wired(publicKey.user.id) }
    const made = device.make({ ...publicKey, challenge: wired(publicKey.challenge), user } as never)
    const credential_response = { toJSON: () => made } as never
    const challengeId = asked.data.id
    const answer = { ...webauthn, type: 'create' as const, credential_response }
    expect((await client.auth.mfa.verify({ factorId, challengeId, webauthn: answer })).error).toBeNull()

    const stranger = site.client()
    const { data: start } = await stranger.auth.passkey.startAuthentication()
    const came = await stranger.auth.passkey.verifyAuthentication({
      challengeId: start?.challenge_id ?? '',
      credential: device.sign(start?.options as never) as never,
    })
    expect([came.error, await levelsOf(stranger)]).toEqual([null, ['aal2', 'aal2']])
    const { passkey } = stranger.auth
    const renamed = await passkey.update({ passkeyId: factorId, friendlyName: 'Old laptop' })
    expect(renamed.data).toMatchObject({ friendly_name: 'Old laptop' })
    expect((await passkey.list()).data).toMatchObject([{ id: factorId, friendly_name: 'Old laptop' }])
    expect((await client.auth.passkey.delete({ passkeyId: factorId })).error).toBeNull()
  })
})

describe('accounts at identity providers', async () => {
  const home = 'https://site.example'
  const provider = await localProvider()
  const at = await authAppForTest({ providers: [provider.setting] }, home)
  afterAll(async () => {
    await at.close()
    await provider.close()
  })
  provider.accounts.set('ada', { email: 'ada@example.com', email_verified: true })
  provider.accounts.set('grace', { email: 'grace@example.com', email_verified: true })
  const browser = () => browserWith((path, headers) => at.app.inject({ url: `/auth/v1${path}`, headers }))
  const work = 'work' as never

  it('can be used to sign in through GET /authorize, which accepts a redirect URL and scopes', async () => {
    const { id } = await at.person({ email: 'ada@example.com' })
    const client = at.client()
    const options = { redirectTo: `${home}/desk?tab=1`, scopes: 'calendar', skipBrowserRedirect: true }
    const { data } = await client.auth.signInWithOAuth({
      provider: work,
      options: { ...options, queryParams: { login_hint: 'ada' } },
    })
    const by = browser()
    const away = (await by.visit((data.url ?? '').replace(`${at.url}/auth/v1`, ''))).headers.location ?? ''
    expect(new URL(away).searchParams.get('scope')).toContain('calendar')
    const { location = '' } = (await by.visit(await by.signIn(away))).headers
    expect(location).toMatch(/^https:\/\/site\.example\/desk\?tab=1#access_token=/)
    const came = await arrive(client, fragmentOf(new URL(location)))
    expect([came.error, came.data.user?.id]).toEqual([null, id])
  })

  it('are linked with GET user/identities/authorize and unlinked with DELETE user/identities/{identity_id}', async () => {
    const client = await at.signedIn(await at.person())
    const options = { redirectTo: `${home}/desk`, queryParams: { login_hint: 'grace' } }
    const { data } = await client.auth.linkIdentity({ provider: work, options })
    const call = client.calls.at(-1)
    expect(call).toMatchObject({
      name: 'GET user/identities/authorize',
      query: { provider: 'work', redirect_to: options.redirectTo, skip_http_redirect: 'true' },
    })
    const by = browser()
    by.keep(call?.cookies ?? [])
    await by.visit(await by.signIn(data.url ?? ''))
    const identities = (await client.auth.getUserIdentities()).data?.identities ?? []
    const linked = identities.find((each) => each.provider === 'work')
    if (!linked) throw new Error('not linked')
    expect((await client.auth.unlinkIdentity(linked)).error).toBeNull()
    expect(client.calls.at(-1)?.name).toBe(`DELETE user/identities/${linked.identity_id}`)
    expect((await client.auth.getUserIdentities()).data?.identities).toMatchObject([{ provider: 'email' }])
  })
})
