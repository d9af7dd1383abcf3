import { afterAll, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'

/** Rows of section 7 of the specification that send letters, and what the client does with those letters. */
const site = await authAppForTest({ signUp: true })
afterAll(() => site.close())

const linkIn = ({ text }: Letter) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
const digitsIn = ({ text }: Letter) => /\b\d{6}\b/.exec(text)?.[0] ?? ''
const newAddress = () => `${crypto.randomUUID()}@example.com`
const password = 'a long row of words'

/** Opens the link as the page with the button does; gives where the person is sent. */
async function follow(letter: Letter): Promise<URL> {
  const { search } = linkIn(letter)
  const answer = await fetch(`${site.url}/auth/v1/verify${search}`, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '')
}

describe('POST resend', () => {
  it('POST resend, with an address and a type', async () => {
    const client = site.client()
    const email = newAddress()
    const { data } = await client.auth.signUp({ email, password })
    expect([data.session, data.user?.email]).toEqual([null, email])
    const first = digitsIn(site.letter(email))
    const early = await client.auth.resend({ email, type: 'signup' })
    expect([early.error?.status, early.error?.code]).toEqual([429, 'over_email_send_rate_limit'])
    site.later(61_000)
    const { error } = await client.auth.resend({ email, type: 'signup' })
    expect(error).toBeNull()
    expect(client.calls.at(-1)).toMatchObject({
      name: 'POST resend',
      body: { email, type: 'signup' },
      status: 200,
    })
    const second = digitsIn(site.letter(email))
    expect(second).not.toBe(first)
    // The newer letter made the older one void.
    const old = await client.auth.verifyOtp({ email, token: first, type: 'signup' })
    expect([old.error?.status, old.error?.code]).toEqual([403, 'otp_expired'])
    const confirmed = await client.auth.verifyOtp({ email, token: second, type: 'signup' })
    expect(confirmed.data.user?.email_confirmed_at).toEqual(expect.any(String))
    await site.signedIn({ email, password })
  })

  it('POST resend, with a phone and a type: there are no telephones here', async () => {
    const client = site.client()
    const { error } = await client.auth.resend({ phone: '+15550100', type: 'sms' })
    expect([error?.status, error?.code]).toEqual([400, 'phone_provider_disabled'])
    expect(client.calls.at(-1)).toMatchObject({
      name: 'POST resend',
      body: { phone: '+15550100', type: 'sms' },
    })
  })
})

describe('POST recover', () => {
  it('POST recover with email, whose link makes a new password possible', async () => {
    const who = await site.person()
    const client = site.client({ flowType: 'pkce' })
    const { error } = await client.auth.resetPasswordForEmail(who.email, { redirectTo: `${site.url}/desk` })
    expect(error).toBeNull()
    expect(client.calls.at(-1)).toMatchObject({
      name: 'POST recover',
      query: { redirect_to: `${site.url}/desk` },
      body: { email: who.email, code_challenge_method: 's256' },
      status: 200,
    })
    const letter = site.letter(who.email)
    const target = await follow(letter)
    expect([target.origin + target.pathname, target.hash]).toEqual([`${site.url}/desk`, ''])
    const code = target.searchParams.get('code') ?? ''
    const stranger = site.client({ flowType: 'pkce' })
    expect((await stranger.auth.exchangeCodeForSession(code)).error).not.toBeNull()
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
    const changed = `other ${password}`
    expect((await client.auth.updateUser({ password: changed })).error).toBeNull()
    await site.signedIn({ ...who, password: changed })
    // Code and link are good once.
    expect((await client.auth.exchangeCodeForSession(code)).error).not.toBeNull()
    expect((await follow(letter)).searchParams.get('error_code')).toBe('otp_expired')
  })
})

describe('a letter', () => {
  it('signs in by its digits', async () => {
    const { email, id } = await site.person()
    const client = site.client()
    expect(
      (await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })).error,
    ).toBeNull()
    const { data, error } = await client.auth.verifyOtp({
      email,
      token: digitsIn(site.letter(email)),
      type: 'email',
    })
    expect([error, data.user?.id]).toEqual([null, id])
    expect((await client.auth.getUser()).data.user?.id).toBe(id)
    const again = await client.auth.verifyOtp({ email, token: digitsIn(site.letter(email)), type: 'email' })
    expect(again.error?.code).toBe('otp_expired')
  })

  it('signs in by its link, in the fragment', async () => {
    const { email, id } = await site.person()
    await site.client().auth.signInWithOtp({ email })
    const target = await follow(site.letter(email))
    const fragment = new URLSearchParams(target.hash.slice(1))
    expect([...fragment.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ])
    const client = site.client()
    const { error } = await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    expect([error, (await client.auth.getUser()).data.user?.id]).toEqual([null, id])
  })

  it('signs in by the token of its link', async () => {
    const { email, id } = await site.person()
    const client = site.client()
    await client.auth.resetPasswordForEmail(email)
    const token_hash = linkIn(site.letter(email)).searchParams.get('token') ?? ''
    const { data, error } = await client.auth.verifyOtp({ token_hash, type: 'recovery' })
    expect([error, data.user?.id]).toEqual([null, id])
    const again = await client.auth.verifyOtp({ token_hash, type: 'recovery' })
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  it('is refused when it is old', async () => {
    const { email } = await site.person()
    const client = site.client()
    await client.auth.resetPasswordForEmail(email)
    const letter = site.letter(email)
    site.later(3_601_000)
    const typed = await client.auth.verifyOtp({ email, token: digitsIn(letter), type: 'recovery' })
    expect(typed.error?.code).toBe('otp_expired')
    expect(new URLSearchParams((await follow(letter)).hash.slice(1)).get('error_code')).toBe('otp_expired')
  })

  it('moves an account when both mailboxes have confirmed', async () => {
    const who = await site.person()
    const client = await site.signedIn(who)
    const next = newAddress()
    const { data, error } = await client.auth.updateUser({ email: next })
    expect([error, data.user?.email, data.user?.new_email]).toEqual([null, who.email, next])
    const half = await client.auth.verifyOtp({
      email: next,
      token: digitsIn(site.letter(next)),
      type: 'email_change',
    })
    expect([half.error, half.data.session]).toEqual([null, null])
    const whole = await client.auth.verifyOtp({
      email: who.email,
      token: digitsIn(site.letter(who.email)),
      type: 'email_change',
    })
    expect([whole.error, whole.data.user?.email]).toEqual([null, next])
    await site.signedIn({ ...who, email: next })
  })
})
