import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import { SoftDevice } from '#server/lib/crypto/testing.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'

/**
 * Options of the client's calls that once did nothing: each is honoured now, or refused by a sentence that names it.
 * The others are tested beside their call; docs/handbook/supabase-client.md has all of them.
 */
const site = await authAppForTest({ signUp: true })
afterAll(() => site.close())
const administrator = await site.administrator()
const { admin } = administrator.auth

const newAddress = () => `${randomUUID()}@example.com`
const password = 'a long row of words'
const invalid = (message: string) =>
  expect.objectContaining({ status: 400, code: 'validation_failed', message })
const noPhones = { status: 400, code: 'phone_provider_disabled', message: 'Phone logins are disabled' }
const noNumber = {
  status: 400,
  code: 'validation_failed',
  message: 'Invalid phone number format (E.164 required)',
}

describe('a telephone number', async () => {
  const somebody = await site.signedIn(await site.person())
  const { auth } = site.client()
  const { id } = await site.person()

  it('is read, and then refused, whichever call has it', () =>
    everyRow(
      [
        ['signUp', (phone: string) => auth.signUp({ phone, password })],
        ['signInWithPassword', (phone: string) => auth.signInWithPassword({ phone, password })],
        ['signInWithOtp', (phone: string) => auth.signInWithOtp({ phone })],
        ['resend', (phone: string) => auth.resend({ phone, type: 'sms' })],
        ['updateUser', (phone: string) => somebody.auth.updateUser({ phone })],
        ['admin.createUser', (phone: string) => admin.createUser({ phone, email: newAddress() })],
        ['admin.updateUserById', (phone: string) => admin.updateUserById(id, { phone })],
      ],
      async ([name, call]) => {
        for (const phone of ['15550100-invalid', '0155501', '+', 'call me', '+1234567890123456']) {
          expect([phone, (await call(phone)).error]).toEqual([phone, expect.objectContaining(noNumber)])
        }
        const status = name === 'signInWithPassword' ? 422 : 400
        expect((await call('+1 555 0100')).error).toMatchObject({ ...noPhones, status })
      },
    ))

  it('that nobody has proves nothing', async () => {
    const verify = async (phone: string, type: 'sms' | 'phone_change') =>
      (await auth.verifyOtp({ phone, token: '123456', type })).error
    const message = 'Token has expired or is invalid'
    expect(await verify('15550100', 'sms')).toMatchObject({ status: 403, code: 'otp_expired', message })
    expect(await verify('15550100', 'phone_change')).toMatchObject({ status: 403, message })
    expect(await verify('15550100-invalid', 'sms')).toMatchObject(noNumber)
    const { error } = await auth.verifyOtp({ phone: '15550100', token: '123456', type: 'email' as 'sms' })
    expect(error).toEqual(invalid('Invalid sms verification type'))
  })
})

describe('signing up and in', () => {
  it('without an address, but with a password, makes nobody anonymous', async () => {
    const { error } = await site.client().auth.signUp({ email: '', password })
    expect(error).toEqual(invalid('An email address or phone number should be provided on signup.'))
    const anonymous = await site.client().auth.signInAnonymously()
    expect(anonymous.error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' })
  })
})

describe('updateUser', () => {
  it('looks at a current password and at a code that come with a new one, also where none is wanted', async () => {
    const who = await site.person()
    const client = await site.signedIn(who)
    const next = { password: `other ${password}` }
    const wrong = await client.auth.updateUser({ ...next, current_password: 'not this one' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' })
    const guessed = await client.auth.updateUser({ ...next, nonce: '123456' })
    expect(guessed.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    await site.signedIn(who)
    const right = await client.auth.updateUser({ ...next, current_password: who.password })
    expect(right.error).toBeNull()
    await client.auth.reauthenticate()
    const nonce = /\b\d{6}\b/.exec(site.letter(who.email).text)?.[0] ?? ''
    const proven = await client.auth.updateUser({ password: `third ${password}`, nonce })
    expect(proven.error).toBeNull()
  })

  it('refuses a code or a current password alone', () =>
    everyRow([{ nonce: '123456' }, { current_password: password }], async (extra) => {
      const client = await site.signedIn(await site.person())
      const { error } = await client.auth.updateUser({ data: { name: 'Ada' }, ...extra })
      expect(error).toEqual(invalid('nonce and current_password go with a new password'))
    }))
})

describe('admin.updateUserById', () => {
  it('refuses what cannot be changed, and says so', () =>
    everyRow(
      [
        [{ nonce: '123456' }, 'nonce and current_password are for people who change their own password'],
        [
          { current_password: password },
          'nonce and current_password are for people who change their own password',
        ],
        [{ id: randomUUID() }, 'id cannot be changed'],
        [{ email_confirm: false }, 'email_confirm: an address that is confirmed stays so'],
        [{ aud: 'other' }, 'aud: there is authenticated alone'],
      ],
      async ([change, message]) => {
        const { id } = await site.person()
        expect((await admin.updateUserById(id, change as object)).error).toEqual(invalid(message))
      },
    ))

  it('refuses to confirm what is not there', async () => {
    const { data } = await admin.createUser({ email: newAddress() })
    const id = data.user?.id ?? ''
    await site.test.asOwner('update auth.users set email = null where id = $1', [id])
    const { error } = await admin.updateUserById(id, { email_confirm: true })
    expect(error).toEqual(invalid('email_confirm: there is no address to confirm'))
    expect((await admin.updateUserById(id, { phone_confirm: true })).error).toMatchObject(noPhones)
  })

  it('honours the others', async () => {
    const { email } = await site.person()
    const { data: made } = await admin.createUser({ email: newAddress() })
    const id = made.user?.id ?? ''
    const { data, error } = await admin.updateUserById(id, {
      id,
      email: email.replace('@', '+2@'),
      email_confirm: true,
      password,
      role: 'authenticated',
      ban_duration: '24h',
    })
    expect([error, data.user?.email, data.user?.email_confirmed_at, data.user?.banned_until]).toEqual([
      null,
      email.replace('@', '+2@'),
      expect.any(String),
      expect.any(String),
    ])
    const banned = await site.client().auth.signInWithPassword({ email: data.user?.email ?? '', password })
    expect(banned.error?.code).toBe('user_banned')
  })
})

describe('admin.generateLink', () => {
  it('refuses what a link of its type does not take', () =>
    everyRow(
      [
        ['recovery', { options: { data: { name: 'Ada' } } }, 'data'],
        ['recovery', { password }, 'password'],
        ['magiclink', { newEmail: newAddress() }, 'new_email'],
        ['magiclink', { password }, 'password'],
        ['invite', { password }, 'password'],
        ['email_change_new', { newEmail: newAddress(), options: { data: { name: 'Ada' } } }, 'data'],
        ['signup', { password, newEmail: newAddress() }, 'new_email'],
      ],
      async ([type, more, what]) => {
        const { email } = await site.person()
        const { error } = await admin.generateLink({ type, email, ...more } as never)
        expect(error).toEqual(invalid(`A link of type ${type} takes no ${what}`))
      },
    ))

  it('leads where it was asked to, in letters that can be read', async () => {
    const { email } = await site.person()
    const redirectTo = `${site.url}/welcome?from=a&b=c`
    const { data } = await admin.generateLink({ type: 'recovery', email, options: { redirectTo } })
    const link = data.properties?.action_link ?? ''
    expect(link).toContain(`redirect_to=${site.url}/welcome%3Ffrom%3Da%26b%3Dc`)
    expect(new URL(link).searchParams.get('redirect_to')).toBe(data.properties?.redirect_to)
    expect(data.properties?.redirect_to).toBe(redirectTo)
  })

  it('notes the data of a magic link for somebody known too', async () => {
    const { email } = await site.person()
    const { data } = await admin.generateLink({
      type: 'magiclink',
      email,
      options: { data: { name: 'Ada' } },
    })
    expect([data.user?.email, data.user?.user_metadata.name]).toEqual([email, 'Ada'])
  })
})

/** A request that the client makes only in a browser. */
async function asking(client: ReturnType<typeof site.client>, path: string, body: object) {
  const token = (await client.auth.getSession()).data.session?.access_token
  const answer = await fetch(`${site.url}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  })
  return [answer.status, await answer.json()] as const
}

describe('admin.passkey', () => {
  it('lists somebody’s passkeys, and takes one away', async () => {
    const who = await site.person()
    const client = await site.signedIn(who)
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Laptop' })
    const id = factor?.id ?? ''
    const [, question] = await asking(client, `/factors/${id}/challenge`, {})
    const device = new SoftDevice(site.url.replace('127.0.0.1', 'localhost'))
    const credential_response = device.make(question.webauthn.credential_options.publicKey)
    const webauthn = { type: 'create', credential_response }
    const answer = { challenge_id: question.id, webauthn }
    expect((await asking(client, `/factors/${id}/verify`, answer))[0]).toBe(200)

    const listed = await admin.passkey.listPasskeys({ userId: who.id })
    expect(listed.data).toMatchObject([{ id, friendly_name: 'Laptop' }])
    const gone = (passkeyId: string) => admin.passkey.deletePasskey({ userId: who.id, passkeyId })
    expect((await gone(randomUUID())).error).toMatchObject({ status: 404, code: 'passkey_not_found' })
    expect((await gone(id)).error).toBeNull()
    expect((await admin.passkey.listPasskeys({ userId: who.id })).data).toEqual([])
    expect((await admin.mfa.listFactors({ userId: who.id })).data?.factors).toEqual([])
  })
})

describe('what this service does not do', () => {
  const disabled = { status: 404, code: 'feature_disabled' }

  it('is an OAuth server', async () => {
    const { oauth } = admin
    const { error } = await oauth.createClient({ client_name: 'x', redirect_uris: ['https://x.example'] })
    expect(error).toMatchObject({ ...disabled, message: 'OAuth server is disabled' })
    expect((await oauth.listClients()).error).toMatchObject(disabled)
    expect((await oauth.regenerateClientSecret(randomUUID())).error).toMatchObject(disabled)
    const client = await site.signedIn(await site.person())
    expect((await client.auth.oauth.approveAuthorization(randomUUID())).error).toMatchObject(disabled)
    expect((await client.auth.oauth.listGrants()).error).toMatchObject(disabled)
  })

  it('is telling providers by a call', async () => {
    const { error } = await admin.customProviders.listProviders()
    expect(error).toMatchObject({ ...disabled, message: 'Providers are a setting here' })
  })

  it('is signing in by somebody else’s token', () =>
    everyRow(
      [
        ['signInWithIdToken', 400, 'provider_disabled'],
        ['linkIdentity', 400, 'provider_disabled'],
        ['signInWithSSO', 404, 'saml_provider_disabled'],
      ] as const,
      async ([name, status, code]) => {
        const { auth } = await site.signedIn(await site.person())
        const token = { provider: 'google', token: 'a.b.c', nonce: 'n' }
        const { error } = await (name === 'signInWithSSO'
          ? auth.signInWithSSO({ domain: 'example.com' })
          : auth[name](token))
        expect(error).toMatchObject({ status, code })
      },
    ))

  it('is giving a name to recovery codes, or registering a passkey before there is a factor', async () => {
    const { strong } = await site.member('viewer')
    const ask = (path: string, body: object) => asking(strong, path, body)
    expect(await ask('/factors/recovery-codes', { friendly_name: 'On paper' })).toEqual([
      400,
      { code: 'validation_failed', message: 'friendly_name: these codes have no name' },
    ])
    expect((await ask('/factors/recovery-codes', {}))[0]).toBe(200)
    expect(await ask('/passkeys/registration/options', {})).toEqual([
      404,
      { code: 'passkey_disabled', message: 'A passkey is registered as a second factor here: mfa.webauthn' },
    ])
  })
})
