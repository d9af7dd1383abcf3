import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { codesForTest, methodsOf, newAddress } from './testing.ts'

let on: Awaited<ReturnType<typeof codesForTest>>
beforeAll(async () => {
  on = await codesForTest()
})
afterAll(() => on.close())
beforeEach(() => on.set())

const count = async (email: string) =>
  (await on.test.asOwner('select from auth.users where email = $1', [email])).length

it.each(['/otp', '/magiclink'])('sends a link that signs in: %s', async (path) => {
  const { email } = await on.person()
  const { outcome, said } = await on.ask(path, { email })
  expect([outcome, said]).toEqual([200, {}])
  const { kind, token, type, code } = on.letterTo(email as string)
  expect([kind, type, code]).toEqual(['magic-link', 'magiclink', expect.stringMatching(/^\d{6}$/)])
  const session = await on.ask('/verify', { type, token_hash: token })
  expect([session.outcome, methodsOf(session.said)]).toEqual([200, ['magiclink']])
})

it('says the same to an unknown address, and sends nothing, while nobody may sign up', async () => {
  const email = newAddress()
  for (const body of [{ email }, { email, create_user: false }]) {
    const { outcome, said } = await on.ask('/otp', body)
    expect([outcome, said]).toEqual([200, {}])
  }
  on.set({ signUp: true })
  expect((await on.ask('/otp', { email, create_user: false })).outcome).toBe(200)
  expect([await count(email), on.letters.some(({ to }) => to === email)]).toEqual([0, false])
})

it('makes an account of an unknown address where people may sign up, without a password', async () => {
  on.set({ signUp: true })
  const email = newAddress()
  expect((await on.ask('/otp', { email, data: { name: 'Ann' } })).outcome).toBe(200)
  const { kind, code } = on.letterTo(email)
  expect(kind).toBe('sign-up')
  const { outcome, said } = await on.ask('/verify', { type: 'email', email, token: code })
  expect([outcome, said.user.user_metadata.name, methodsOf(said)]).toEqual([200, 'Ann', ['otp']])
  const rows = await on.test.asOwner('select encrypted_password from auth.users where email = $1', [email])
  expect(rows).toEqual([{ encrypted_password: null }])
})

it('makes no second account of a known address', async () => {
  on.set({ signUp: true })
  const { email } = await on.person()
  await on.ask('/otp', { email, data: { name: 'Mallory' } })
  expect(on.letterTo(email as string).kind).toBe('magic-link')
  const rows = await on.test.asOwner('select raw_user_meta_data as data from auth.users where email = $1', [
    email,
  ])
  expect(rows).toEqual([{ data: expect.not.objectContaining({ name: 'Mallory' }) }])
})

it('sends a link that signs in at once where nobody has to confirm', async () => {
  on.set({ signUp: true, autoconfirm: true })
  const email = newAddress()
  await on.ask('/otp', { email })
  expect(on.letterTo(email).kind).toBe('magic-link')
})

it(
  'is refused for a mistaken body',
  eachOf(
    [
      ['nobody', {}, 'validation_failed'],
      ['two', { email: 'a@b.example', phone: '+4915112345678' }, 'validation_failed'],
      ['a telephone', { phone: '+4915112345678' }, 'phone_provider_disabled'],
      ['no address', { email: 'a' }, 'validation_failed'],
    ],
    async (_, body, code) => {
      expect((await on.ask('/otp', body)).outcome).toEqual([400, code])
    },
  ),
)
