import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { authForTest, password } from '#server/features/auth-sessions/testing.ts'
import type { UserBody } from '#shared/contract/auth.ts'
import { testEach } from '#shared/lib/testing.ts'
import { userRoutes } from './routes.ts'

// Password changes are tested in changes.test.ts.
const at = await authForTest([userRoutes])
afterAll(() => at.close())
beforeEach(() => {
  at.letters.length = 0
})

const signedIn = async (...more: Parameters<typeof at.person>) => {
  const user = await at.person(...more)
  return { user, as: await at.open(user) }
}
type As = Awaited<ReturnType<typeof signedIn>>['as']
const get = (as: As) => at.ask<UserBody>('GET', '/user', { as })
const put = (as: As, body: unknown, query = '') => at.ask<UserBody>('PUT', `/user${query}`, { as, body })
/** A user who no longer has an email address. */
async function withoutAddress() {
  const user = await at.change(await at.person({ hash: null }), { email: null })
  return at.open(user)
}

describe('GET /user', () => {
  it('returns all fields of the user except secrets', async () => {
    const { user, as } = await signedIn()
    const text = expect.any(String) as string
    const times = { created_at: text, updated_at: text, last_sign_in_at: text }
    const { status, said } = await get(as)
    expect(status).toBe(200)
    expect(said).toEqual({
      ...times,
      id: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: user.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      identities: [
        {
          ...times,
          identity_id: text,
          id: user.id,
          user_id: user.id,
          identity_data: { sub: user.id, email: user.email, email_verified: true, phone_verified: false },
          provider: 'email',
          email: user.email,
        },
      ],
      email_confirmed_at: text,
      confirmed_at: text,
      is_anonymous: false,
    })
  })

  it('rejects tokens for other audiences', async () => {
    const { as } = await signedIn()
    const forAudience = (audience: string) => at.ask('GET', '/user', { as, headers: { 'x-jwt-aud': audience } })
    expect((await forAudience('authenticated')).outcome).toBe(200)
    expect((await forAudience('somebody-else')).outcome).toEqual([400, 'validation_failed'])
  })
})

describe('PUT /user', () => {
  it('rejects the entire request if it contains app metadata', async () => {
    const { as } = await signedIn()
    const { outcome } = await put(as, { app_metadata: { role: 'owner' }, data: { name: 'Eve' } })
    expect(outcome).toEqual([403, 'not_admin'])
    const app_metadata = { provider: 'email', providers: ['email'] }
    expect((await get(as)).said).toMatchObject({ app_metadata, user_metadata: {} })
  })

  it('ignores a role, an id and confirmation times in the body', async () => {
    const { user, as } = await signedIn()
    const { status, said } = await put(as, {
      role: 'service_role',
      id: '2f1c0c1e-0000-4000-8000-000000000001',
      email_confirmed_at: null,
      banned_until: null,
      data: { role: 'service_role' },
    })
    expect(status).toBe(200)
    expect(said).toMatchObject({ id: user.id, role: 'authenticated' })
    expect(said.email_confirmed_at).toBe(user.email_confirmed_at?.toISOString())
  })

  it('limits the size of user metadata, because every token contains it', async () => {
    const { as } = await signedIn()
    expect((await put(as, { data: { a: 'x'.repeat(5000) } })).outcome).toBe(200)
    expect((await put(as, { data: { b: 'x'.repeat(5000) } })).outcome).toEqual([400, 'validation_failed'])
  })

  it(
    'rejects user metadata that is not an object or cannot be stored',
    testEach(['name', ['name'], { name: 'a\u0000b' }, { name: '\ud800' }], async (data) => {
      const { as } = await signedIn()
      expect((await put(as, { data })).outcome).toEqual([400, 'validation_failed'])
    }),
  )

  it('accepts an empty change but rejects a phone number', async () => {
    const { as } = await signedIn()
    for (const body of ['', {}, { email: null, password: null, data: null }]) {
      expect((await put(as, body)).outcome).toBe(200)
    }
    expect((await put(as, { phone: '+15550100' })).said.code).toBe('phone_provider_disabled')
    expect((await put(as, { phone: 'mine' })).said.code).toBe('validation_failed')
  })

  it('applies all changes or none of them', async () => {
    const [{ user, as }, taken] = [await signedIn(), await at.person()]
    const change = { email: taken.email, data: { name: 'Eve' }, password: 'geese at large' }
    expect((await put(as, change)).outcome).toEqual([422, 'email_exists'])
    expect((await get(as)).said.user_metadata).toEqual({})
    expect(await at.hasPassword(user, password)).toBe(true)
  })
})

describe('email address change', () => {
  const sent = () => at.letters.map(({ kind, to }) => [kind, to])

  it('emails both mailboxes and keeps the old address until both confirm', async () => {
    const { user, as } = await signedIn()
    const { status, said } = await put(as, { email: 'New.Address@Example.com' })
    expect([status, said.email, said.new_email]).toEqual([200, user.email, 'new.address@example.com'])
    expect(said.email_change_sent_at).toBe(new Date(at.time.now).toISOString())
    expect(sent()).toEqual([
      ['new-address', 'new.address@example.com'],
      ['current-address', user.email],
    ])
    const links = ['new.address@example.com', user.email].map((email) => at.letterTo(email))
    for (const link of links) expect(link).toMatchObject({ host: 'site.example', type: 'email_change' })
    expect(new Set(links.map(({ token }) => token)).size).toBe(2)
  })

  it('requires confirmation only from the new mailbox if the user has no email address', async () => {
    const { status, said } = await put(await withoutAddress(), { email: 'first@example.com' })
    expect([status, said.email, said.new_email]).toEqual([200, '', 'first@example.com'])
    expect(sent()).toEqual([['new-address', 'first@example.com']])
  })

  it("rejects an invalid email address and another user's email address", async () => {
    const [{ as }, other] = [await signedIn(), await at.person()]
    expect((await put(as, { email: other.email.toUpperCase() })).outcome).toEqual([422, 'email_exists'])
    const long = `${'x'.repeat(250)}@a.example`
    for (const email of ['nobody', 'a@b.c\r\nBcc: x@y.z', 'a@b.example,x@y.example', long]) {
      expect((await put(as, { email })).outcome).toEqual([400, 'validation_failed'])
    }
    expect(at.letters).toEqual([])
  })

  it('has no effect if the address stays the same, and can be requested only once a minute', async () => {
    const { user, as } = await signedIn()
    const { status, said } = await put(as, { email: user.email })
    expect([status, said.new_email, at.letters]).toEqual([200, undefined, []])
    await put(as, { email: 'soon1@example.com' })
    const soon = await put(as, { email: 'soon2@example.com' })
    expect(soon.outcome).toEqual([429, 'over_email_send_rate_limit'])
    expect(at.letters).toHaveLength(2)
  })

  it('[V7] redirects only to allowed pages, and rejects PKCE parameters', async () => {
    const { as } = await signedIn()
    await put(as, { email: 'back@example.com' }, '?redirect_to=https://evil.example/')
    expect(at.letterTo('back@example.com').redirectTo).toBe('https://site.example/desk/')
    const pair = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
    const refused = await put(as, { email: 'pkce@example.com', ...pair })
    expect(refused.outcome).toEqual([400, 'validation_failed'])
  })

  it('can be combined with a password change in one request without voiding its own confirmation codes', async () => {
    const { user, as } = await signedIn()
    const both = { email: 'both@example.com', password: 'eight geese by the lake' }
    expect((await put(as, both)).outcome).toBe(200)
    expect(sent().map(([kind]) => kind)).toEqual(['password-changed', 'new-address', 'current-address'])
    const rows = await at.test.asOwner('select from auth.one_time_tokens where user_id = $1', [user.id])
    expect(rows).toHaveLength(2)
  })
})

describe('GET /reauthenticate', () => {
  const reauthenticate = (as: As) => at.ask('GET', '/reauthenticate', { as })

  it('emails a code to the confirmed address, at most once a minute', async () => {
    const { user, as } = await signedIn()
    const { status, said } = await reauthenticate(as)
    expect([status, said]).toEqual([200, {}])
    expect(at.letterTo(user.email)).toMatchObject({ kind: 'reauthentication' })
    expect(at.letterTo(user.email).text).toMatch(/\b\d{6}\b/)
    expect((await get(as)).said).toHaveProperty('reauthentication_sent_at')
    const soon = await reauthenticate(as)
    expect([soon.outcome, soon.headers['retry-after']]).toEqual([[429, 'over_email_send_rate_limit'], '60'])
  })

  it('rejects users without a confirmed email address', async () => {
    expect((await reauthenticate(await withoutAddress())).outcome).toEqual([400, 'validation_failed'])
    const { as } = await signedIn({ confirmed: false })
    expect((await reauthenticate(as)).outcome).toEqual([422, 'email_not_confirmed'])
  })
})
