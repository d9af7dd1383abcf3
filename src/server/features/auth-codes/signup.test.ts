import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nameless } from '#server/lib/auth/testing.ts'
import { verifyPassword } from '#server/lib/crypto/password-hash.ts'
import { signUp } from './signup.ts'
import { codesForTest, methodsOf, newAddress } from './testing.ts'

let on: Awaited<ReturnType<typeof codesForTest>>
beforeAll(async () => {
  on = await codesForTest()
})
afterAll(() => on.close())
beforeEach(() => on.set({ signUp: true }))

const password = 'seven green umbrellas'
const ask = (email: string, more: object = {}) => on.ask('/signup', { email, password, ...more })
const stored = async (email: string) => {
  const rows = await on.test.asOwner<{
    id: string
    encrypted_password: string | null
    raw_user_meta_data: object
  }>('select * from auth.users where email = $1', [email])
  return rows[0]
}

it('is closed unless it was opened', async () => {
  on.set()
  const email = newAddress()
  for (const body of [{ email, password }, { email: 'no address' }, { phone: '+4915112345678', password }]) {
    expect((await on.ask('/signup', body)).outcome).toEqual([422, 'signup_disabled'])
  }
  const asked = { email, password, data: {}, redirectTo: '', pkce: null, client: '', by: nameless }
  await expect(signUp(on.context, asked)).rejects.toMatchObject({ code: 'signup_disabled' })
  expect((await on.ask('/signup', {})).outcome).toEqual([422, 'anonymous_provider_disabled'])
  expect((await on.test.asOwner('select from auth.users')).length).toBe(0)
})

it('makes an account that waits for its mailbox', async () => {
  const email = newAddress()
  const { outcome, said } = await ask(email.toUpperCase(), { data: { name: 'Ann', sub: 'forged' } })
  const user = await stored(email)
  expect(outcome).toBe(200)
  expect(said).toMatchObject({
    id: user?.id,
    email,
    confirmation_sent_at: new Date(on.time.now).toISOString(),
    user_metadata: { name: 'Ann', sub: user?.id, email, email_verified: false },
    identities: [{ provider: 'email', id: user?.id, email }],
  })
  expect(said).not.toHaveProperty('access_token')
  expect(said).not.toHaveProperty('email_confirmed_at')
  expect((await verifyPassword(password, user?.encrypted_password ?? null)).matches).toBe(true)
  const { token, kind } = on.letterTo(email)
  expect(kind).toBe('sign-up')
  const confirmed = await on.ask('/verify', { type: 'signup', token_hash: token })
  expect([confirmed.outcome, methodsOf(confirmed.said)]).toEqual([200, ['email/signup']])
  expect((await verifyPassword(password, (await stored(email))?.encrypted_password ?? null)).matches).toBe(
    true,
  )
})

describe('a known address', () => {
  /** An answer without what is different for each person. */
  const shape = (said: object, email: string) => {
    const ids = JSON.stringify(said).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
    const names = new Map([...new Set(ids)].map((id, at) => [id, `<id ${at}>`]))
    let text = JSON.stringify(said).replaceAll(email, '<address>')
    for (const [id, name] of names) text = text.replaceAll(id, name)
    return text
  }

  it('looks like an unknown one, again and again, and gets no letter once it has confirmed', async () => {
    const fresh = newAddress()
    const [known, waiting] = [await on.person(), await on.person({ confirmed: false })]
    const [confirmed, unconfirmed] = [known.email as string, waiting.email as string]
    const data = { name: 'Ann', zip: 1 }
    const answers = []
    for (const email of [fresh, fresh, confirmed, confirmed, unconfirmed]) {
      const { outcome, said } = await ask(email, { data })
      expect(outcome).toBe(200)
      answers.push({ id: said.user ?? (said as unknown as { id: string }).id, text: shape(said, email) })
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ id }) => id)).not.toContain(known.id)
    expect(answers.map(({ id }) => id)).not.toContain(waiting.id)
    const lettersTo = (email: string) => on.letters.filter(({ to }) => to === email).length
    expect([lettersTo(fresh), lettersTo(confirmed), lettersTo(unconfirmed)]).toEqual([2, 0, 1])
  })

  it('keeps its password and what it says of itself', async () => {
    for (const confirmed of [true, false]) {
      const { email } = await on.person({ confirmed })
      const before = await stored(email as string)
      await ask(email as string, { data: { name: 'Mallory' } })
      const after = await stored(email as string)
      expect(after?.encrypted_password).toBeNull()
      expect(after?.raw_user_meta_data).toEqual(before?.raw_user_meta_data)
    }
    const rows = await on.test.asOwner("select from auth.users where email like '%@invalid'")
    expect(rows).toEqual([])
  })

  it('is one account when two sign up at once', async () => {
    const email = newAddress()
    const answers = await Promise.all([ask(email), ask(email), ask(email)])
    expect(answers.map(({ outcome }) => outcome)).toEqual([200, 200, 200])
    on.set({ signUp: true, autoconfirm: true })
    const other = newAddress()
    const outcomes = (await Promise.all(Array.from({ length: 8 }, () => ask(other)))).map(
      ({ outcome }) => outcome,
    )
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== 200)).toEqual(Array(7).fill([422, 'user_already_exists']))
  })
})

it('opens a session at once where nobody has to confirm', async () => {
  on.set({ signUp: true, autoconfirm: true })
  const email = newAddress()
  const { outcome, said } = await ask(email)
  expect([outcome, said.user.email, methodsOf(said)]).toEqual([200, email, ['password']])
  expect(said.user.email_confirmed_at).toBeDefined()
  const again = await ask(email)
  expect([again.outcome, again.said.message]).toEqual([
    [422, 'user_already_exists'],
    'User already registered',
  ])
})

describe('what is refused', () => {
  it.each([
    ['a short password', { password: 'x7#kQ!w' }, ['length']],
    ['a common one', { password: 'password1234' }, ['pwned']],
    ['the address', { password: 'somebody@example.com', email: 'somebody@example.com' }, ['pwned']],
  ])('%s', async (_, change, reasons) => {
    const { outcome, said } = await ask(newAddress(), change)
    expect(outcome).toEqual([422, 'weak_password'])
    expect(said).toMatchObject({ weak_password: { reasons } })
  })

  it('says what a password has to have', async () => {
    const { said } = await ask(newAddress(), { password: 'x7#kQ!' })
    expect(said.message).toContain('Password should be at least 12 characters')
  })

  it.each([
    ['no password', { password: null }],
    ['a password that no hash takes whole', { password: 'long enough, and then some '.repeat(3) }],
    ['no address', { email: 'somebody' }],
    ['a list of addresses', { email: 'a@b.example,c@d.example' }],
    ['a line break in the address', { email: 'a@b.example\r\nBcc: c@d.example' }],
    ['an address that no mail can reach', { email: `${'a'.repeat(250)}@b.example` }],
    ['an address that is no text', { email: ['a@b.example'] }],
    ['address and telephone', { phone: '+4915112345678' }],
    ['half a code challenge', { code_challenge: 'a'.repeat(43) }],
    ['data that is no object', { data: 'name' }],
    ['data that cannot be stored', { data: { name: 'a\u0000b' } }],
    ['data that would not fit into a token', { data: { name: 'a'.repeat(9000) } }],
  ])('%s', async (_, change) => {
    expect((await ask(newAddress(), change)).outcome).toEqual([400, 'validation_failed'])
  })

  it.each([
    ['a telephone', { phone: '+4915112345678' }, 'phone_provider_disabled'],
    ['what is none', { phone: '0151-1' }, 'validation_failed'],
    [
      'a telephone with a code challenge',
      { phone: '+4915112345678', code_challenge: 'a'.repeat(43), code_challenge_method: 's256' },
      'validation_failed',
    ],
  ])('%s', async (_, change, code) => {
    expect((await on.ask('/signup', { password, ...change })).outcome).toEqual([400, code])
  })
})
