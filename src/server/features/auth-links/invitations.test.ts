import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { authForTest, claimsOf, password, unidentifiedClient } from '#server/features/auth-sessions/testing.ts'
import type { UserBody } from '#shared/contract/auth.ts'
import { testEach } from '#shared/lib/testing.ts'
import { invitePerson } from './invitations.ts'
import { redeemLink } from './redemption.ts'
import { linkRoutes } from './routes.ts'
import { nothingLeft, plantedAccount, plantedDataOf } from './testing.ts'

const at = await authForTest([linkRoutes], { mailEverySeconds: 60 })
afterAll(() => at.close())
beforeEach(() => {
  at.letters.length = 0
  at.time.now += 3_600_000
})

const sign = (claims: object) => at.context.keys.sign({ aud: 'authenticated', ...claims }, 7 * 24 * 3600)
const service = await sign({ role: 'service_role' })
const invite = (body: object, as = service) => at.ask<UserBody>('POST', '/invite', { body, as })
const accept = (email: string, secret?: string, { token } = at.letterTo(email)) => {
  const link = { token, type: 'invite', redirectTo: null, client: unidentifiedClient }
  return redeemLink(at.context, { ...link, ...(secret !== undefined && { password: secret }) })
}
const accepted = { location: expect.stringContaining('access_token=') as string }
const refused = { location: expect.stringContaining('otp_expired') as string }
async function staffRole({ id }: { id: string }) {
  const roles = 'select role from public.staff_members where id = $1 and disabled_at is null'
  return (await at.test.asOwner<{ role: string }>(roles, [id]))[0]?.role ?? null
}

describe('POST /invite', () => {
  it('creates an account that has no role, and emails a link to the site', async () => {
    const { status, said, text } = await invite({ email: 'Ida@example.com', data: { name: 'Ida' } })
    expect(status).toBe(200)
    expect(said).toMatchObject({ email: 'ida@example.com', user_metadata: { name: 'Ida' } })
    expect(said.invited_at).toBe(new Date(at.time.now).toISOString())
    expect(said.email_confirmed_at).toBeUndefined()
    expect(await staffRole(said)).toBeNull()
    const email = at.letterTo('ida@example.com')
    expect(email).toMatchObject({
      kind: 'invite',
      host: 'site.example',
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      type: 'invite',
      redirectTo: 'https://site.example/desk/',
    })
    expect(text).not.toContain(email.token)
  })

  it('grants no role, even if the body names one', async () => {
    const role = 'owner'
    const { said } = await invite({ email: 'eve@example.com', role, data: { role }, app_metadata: { role } })
    expect([await staffRole(said), said.role]).toEqual([null, 'authenticated'])
    expect(said.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
  })

  it('sends a new invitation after a minute if the old one was not accepted, and voids the old link', async () => {
    const first = await invite({ email: 'late@example.com' })
    const older = at.letterTo('late@example.com')
    expect((await invite({ email: 'late@example.com' })).said.code).toBe('over_email_send_rate_limit')
    at.time.now += 60_000
    const again = await invite({ email: 'LATE@example.com' })
    expect([again.status, again.said.id]).toEqual([200, first.said.id])
    expect(await accept('late@example.com', password, older)).toEqual(refused)
    expect(await accept('late@example.com', password)).toEqual(accepted)
    at.time.now += 60_000
    expect((await invite({ email: 'late@example.com' })).outcome).toEqual([422, 'email_exists'])
    expect((await invite({ email: 'nobody' })).said.code).toBe('validation_failed')
    expect(at.letters).toHaveLength(2)
  })

  it('sends an invitation that can be accepted for three days', async () => {
    for (const name of ['slow1', 'slow2']) await invite({ email: `${name}@example.com` })
    at.time.now += 72 * 3_600_000 - 1
    expect(await accept('slow1@example.com', password)).toEqual(accepted)
    at.time.now += 1
    expect(await accept('slow2@example.com', password)).toEqual(refused)
  })

  it('[S2] removes everything that the creator of an unverified account added to it', async () => {
    const email = 'vic@example.com'
    const user = await plantedAccount(at, email)
    const { said } = await invite({ email, data: { phone: '1' } })
    expect(said).toMatchObject({ id: user.id, app_metadata: { provider: 'email', providers: ['email'] } })
    expect(await plantedDataOf(at, user)).toEqual(nothingLeft)
    await accept(email)
    expect(await at.hasPassword(user, password)).toBe(false)
  })
})

it('lets the operator grant a role in an invitation, and keeps that role if a later invitation names no role', async () => {
  const { link, user } = await invitePerson(at.context, { email: 'olga@example.com', role: 'owner' })
  expect(await staffRole(user)).toBe('owner')
  expect(at.letterTo('olga@example.com').text).toContain(link)
  at.time.now += 60_000
  await invite({ email: 'olga@example.com' })
  expect(await staffRole(user)).toBe('owner')
  expect(await accept('olga@example.com', password)).toEqual(accepted)
  expect(await at.hasPassword(user, password)).toBe(true)
})

describe('invitation request', () => {
  /** A member with two tokens for one session: one at aal1, and one at the given level. */
  async function member(role: 'owner' | 'agent' | 'viewer', aal: 'aal1' | 'aal2' = 'aal2') {
    const user = await at.person()
    await at.test.asOwner('insert into staff_members (id, role) values ($1, $2)', [user.id, role])
    const { access_token: weak } = await at.open(user)
    const { session_id } = claimsOf({ access_token: weak })
    await at.test.asOwner('update auth.sessions set aal = $2 where id = $1', [session_id, aal])
    const token = await sign({ sub: user.id, role: 'authenticated', aal, session_id })
    return { user, weak, token }
  }
  const change = async (what: string, made: Promise<{ user: { id: string }; token: string }>) => {
    const { user, token } = await made
    await at.test.asOwner(what, [user.id])
    return token
  }
  const invitations = async (user: { id: string }) =>
    (await at.audited(user)).filter(({ action }) => action === 'user_invited')

  it('is accepted from an owner and recorded in the audit log, but does not change the role of a member', async () => {
    const owner = await member('owner')
    const { status, said } = await invite({ email: 'ann@example.com', data: { name: 'Ann' } }, owner.token)
    expect([status, await staffRole(said)]).toEqual([200, null])
    expect(await invitations(owner.user)).toMatchObject([{ outcome: 'done', traits: { user: said.id } }])
    await at.test.asOwner("insert into staff_members (id, role) values ($1, 'viewer')", [said.id])
    at.time.now += 60_000
    expect((await invite({ email: 'ann@example.com' }, owner.token)).said.id).toBe(said.id)
    expect(await staffRole(said)).toBe('viewer')
  })

  it.each(['agent', 'viewer'] as const)(
    'is refused and recorded in the audit log if the caller is a member with the role %s',
    async (role) => {
      const { user, token } = await member(role)
      expect((await invite({ email: 'nobody@example.com' }, token)).outcome).toEqual([403, 'not_admin'])
      expect(await invitations(user)).toMatchObject([{ outcome: 'refused' }])
      expect(at.letters).toEqual([])
    },
  )

  it(
    'is refused if the caller is a visitor, or an owner without a current session at aal2',
    testEach(
      [
        ['at aal1', async () => (await member('owner', 'aal1')).token, 403, 'not_admin'],
        ['with an aal1 token of an aal2 session', async () => (await member('owner')).weak, 403, 'not_admin'],
        [
          'with an aal2 token of an aal1 session',
          () => change("update auth.sessions set aal = 'aal1' where user_id = $1", member('owner')),
          403,
          'not_admin',
        ],
        [
          'stopped',
          () => change('update staff_members set disabled_at = now() where id = $1', member('owner')),
          403,
          'session_not_found',
        ],
        ['a visitor', async () => sign({ role: 'anon' }), 403, 'not_admin'],
        ['without a token', async () => undefined, 401, 'no_authorization'],
      ] satisfies [string, () => Promise<string | undefined>, number, string][],
      async (_, token, status, code) => {
        const as = await token()
        const { outcome } = await at.ask('POST', '/invite', {
          body: { email: 'x@y.example' },
          ...(as && { as }),
        })
        expect(outcome).toEqual([status, code])
        expect(at.letters).toEqual([])
      },
    ),
  )
})

describe('the public information of the auth service', () => {
  it('lists the sign-in methods for members, but no secrets', async () => {
    expect((await at.ask('GET', '/settings')).said).toEqual({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: true,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: true,
    })
    const provider = { name: 'acme', issuer: 'https://id.example', clientId: 'c', clientSecret: 's3cret' }
    at.set({ providers: [{ ...provider, scopes: [] }] })
    const after = await at.ask<{ external: object }>('GET', '/settings')
    expect(after.said.external).toMatchObject({ acme: true })
    expect(after.text).not.toMatch(/s3cret|id\.example/)
  })

  it('shows that the service works, but does not reveal its version', async () => {
    const description = expect.any(String) as string
    expect((await at.ask('GET', '/health')).said).toEqual({
      version: '1',
      name: 'GoTrue',
      description,
    })
  })
})
