import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'

/** Letters that a client asks for with a code challenge; a new password by one is in auth-client-codes.test.ts. */
const site = await authAppForTest({ signUp: true })
afterAll(() => site.close())

const newAddress = () => `${randomUUID()}@example.com`
const digitsIn = ({ text }: Letter) => /\b\d{6}\b/.exec(text)?.[0] ?? ''

/** Opens the link as the page with the button does; gives where the person is sent. */
async function follow({ text }: Letter): Promise<URL> {
  const { search } = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  const answer = await fetch(`${site.url}/auth/v1/verify${search}`, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}

describe('signInWithOtp by PKCE', () => {
  const flowType = 'pkce'

  it('gives a code by its link, that the client which asked exchanges, and no other', async () => {
    const { email, id } = await site.person()
    const client = site.client({ flowType })
    const options = { shouldCreateUser: false, emailRedirectTo: `${site.url}/desk` }
    expect((await client.auth.signInWithOtp({ email, options })).error).toBeNull()
    expect(client.calls.at(-1)).toMatchObject({
      name: 'POST otp',
      query: { redirect_to: `${site.url}/desk` },
      body: { email, create_user: false, code_challenge_method: 's256' },
      status: 200,
    })
    const target = await follow(site.letter(email))
    expect([target.origin + target.pathname, target.hash]).toEqual([`${site.url}/desk`, ''])
    const code = target.searchParams.get('code') ?? ''
    const stranger = site.client({ flowType })
    await stranger.auth.signInWithOtp({ email: newAddress() })
    expect((await stranger.auth.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier')
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect([error, data.user?.id]).toEqual([null, id])
    expect((await client.auth.getUser()).data.user?.id).toBe(id)
  })

  it('signs in by its digits, typed anywhere', async () => {
    const { email, id } = await site.person()
    const client = site.client({ flowType })
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
    const typed = { email, token: digitsIn(site.letter(email)), type: 'email' } as const
    const { data, error } = await client.auth.verifyOtp(typed)
    expect([error, data.user?.id]).toEqual([null, id])
    expect((await follow(site.letter(email))).searchParams.get('error_code')).toBe('otp_expired')
  })

  it('makes somebody of a newcomer, by the link of the confirmation', async () => {
    const email = newAddress()
    const client = site.client({ flowType })
    await client.auth.signInWithOtp({ email, options: { data: { name: 'Ada' } } })
    const code = (await follow(site.letter(email))).searchParams.get('code') ?? ''
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect([error, data.user?.email, data.user?.user_metadata.name]).toEqual([null, email, 'Ada'])
  })

  it('tells no stranger who has an account: who is unknown hears what everybody hears', async () => {
    const { email } = await site.person()
    const client = site.client({ flowType })
    const ask = async (address: string) => {
      const options = { shouldCreateUser: false }
      const { data, error } = await client.auth.signInWithOtp({ email: address, options })
      return { data, error, status: client.calls.at(-1)?.status }
    }
    const unknown = newAddress()
    expect(await ask(unknown)).toEqual(await ask(email))
    expect(site.letters.filter(({ to }) => to === unknown)).toEqual([])
  })
})
