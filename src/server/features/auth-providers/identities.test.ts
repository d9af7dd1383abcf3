import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type UserRow, upsertIdentity } from '#server/features/auth-accounts/service.ts'
import { issueCode } from '#server/features/auth-links/service.ts'
import { claimsOf, password } from '#server/features/auth-sessions/testing.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { linkIdentity, unlinkIdentity } from './identities.ts'
import { providersForTest } from './testing.ts'

const at = await providersForTest()
const { local, browser, finish, journey, users, test } = at
afterAll(() => at.close())
beforeEach(() => at.forgetAll())

const addIdentity = (user: { id: string }, provider: string, email: string, email_verified = true) =>
  at.inside((tx) => {
    const identity = { provider, provider_id: randomUUID(), identity_data: { email, email_verified } }
    return upsertIdentity(tx, { ...identity, user_id: user.id }, new Date(at.time.now))
  })
const addFactor = ({ id }: { id: string }) =>
  test.asOwner("insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')", [id])
const unverified = { error_code: 'provider_email_needs_verification' }

describe('provider sign-in', () => {
  beforeEach(() => {
    local.accounts.set('ada', { email: 'Ada@Example.com', email_verified: true, name: 'Ada of work' })
  })

  it('rejects an unknown user, and creates no account', async () => {
    const { query, fragment } = await journey('ada')
    expect(query).toMatchObject({ error_code: 'signup_disabled' })
    expect(fragment.access_token).toBeUndefined()
    expect(await users()).toEqual([])
    const refused = { outcome: 'refused', traits: { provider: 'work', code: 'signup_disabled' } }
    expect((await at.audited(null)).at(-1)).toMatchObject({ action: 'login', ...refused })
  })

  it('finds the user by a verified email address at the first sign-in, and by the identity at later sign-ins', async () => {
    const ada = await at.person({ email: 'ada@example.com' })
    expect(await at.arrived(await journey('ada'))).toMatchObject({ sub: ada.id, aal: 'aal1' })
    expect((await at.audited(ada)).map(({ action }) => action).sort()).toEqual(['identity_linked', 'login'])
    local.accounts.set('ada', { email: 'other@example.com', email_verified: false })
    expect(await at.arrived(await journey('ada'))).toMatchObject({ sub: ada.id })
    expect(await users()).toEqual([{ id: ada.id, email: ada.email, providers: ['email', 'work'] }])
    expect(await at.hasPassword(ada, password)).toBe(true)
  })

  it.each([{ email_verified: false }, { email_verified: undefined }, { email_verified: 'no' }, { email: undefined }])(
    'does not match a user by an unverified email address: %j',
    async (traits) => {
      const { id, email } = await at.person({ email: 'ada@example.com' })
      local.accounts.set('ada', { ...local.accounts.get('ada'), ...traits } as { email: string })
      expect((await journey('ada')).query).toMatchObject(unverified)
      expect(await users()).toEqual([{ id, email, providers: ['email'] }])
    },
  )

  it('rejects deleted users and banned users, even if the banned user has already linked the provider', async () => {
    const ada = await at.person({ email: 'ada@example.com' })
    const ban = () => at.change(ada, { banned_until: new Date('2999-01-01') })
    const refused = { error: 'access_denied', error_code: 'user_banned' }
    await ban()
    expect((await journey('ada')).query).toMatchObject(refused)
    expect(await users()).toMatchObject([{ providers: ['email'] }])
    await at.change(ada, { banned_until: null })
    await journey('ada')
    await ban()
    await test.asOwner('delete from auth.sessions')
    expect((await journey('ada')).query).toMatchObject(refused)
    expect(await at.sessionsOf(ada)).toEqual([])
    await at.change(ada, { deleted_at: new Date(), email: null })
    expect((await journey('ada')).query).toMatchObject({ error_code: 'user_not_found' })
  })

  it('opens a session for an unconfirmed account after removing everything that its creator added', async () => {
    const { id, email } = await at.person({ email: 'ada@example.com', confirmed: false })
    await addIdentity({ id }, 'other', 'eve@example.com')
    await at.inside((tx) => issueCode(tx, at.context, { userId: id, kind: 'confirmation', address: email }))
    await test.asOwner(`update auth.users set raw_user_meta_data = '{"name": "Eve"}'`)
    await test.asOwner('insert into auth.sessions (user_id) values ($1)', [id])
    expect(await at.arrived(await journey('ada'))).toMatchObject({ sub: id })
    expect(await users()).toEqual([{ id, email, providers: ['work'] }])
    expect(await at.rowOf({ id })).toMatchObject({
      encrypted_password: null,
      email_confirmed_at: expect.any(Date),
      raw_user_meta_data: { name: 'Ada of work', email_verified: true },
    })
    expect(await test.asOwner('select * from auth.one_time_tokens')).toEqual([])
    expect(await at.sessionsOf({ id })).toHaveLength(1)
  })

  it('accepts an invitation and preserves its metadata', async () => {
    const user = await at.person({ email: 'ada@example.com', hash: null, confirmed: false })
    await at.change(user, { invited_at: new Date(), raw_user_meta_data: { name: 'As invited' } })
    expect((await journey('eve', { invite_token: 'any' })).query).toMatchObject(unverified)
    expect(await at.arrived(await journey('ada', { invite_token: 'any' }))).toMatchObject({ sub: user.id })
    const { email_confirmed_at, raw_user_meta_data } = await at.rowOf(user)
    expect(email_confirmed_at).toEqual(expect.any(Date))
    expect(raw_user_meta_data).toMatchObject({ name: 'As invited', email_verified: true })
  })
})

describe('identities of a signed-in user', () => {
  let olga: UserRow
  let as: SessionBody
  beforeEach(async () => {
    local.accounts.set('olga at work', { email: 'olga@work.example', email_verified: true })
    olga = await at.person({ email: 'olga@example.com' })
    as = await at.open(olga)
    // Gives the new identity a later creation time than the existing one.
    at.time.now += 1000
  })

  describe('linking', () => {
    const path = '/user/identities/authorize?provider=work&login_hint=olga+at+work'
    const headers = () => ({ authorization: `Bearer ${as.access_token}` })
    /** A browser that has signed in to the provider and is about to request our callback. */
    async function onTheWay(by = browser()) {
      const away = await by.visit(path, headers())
      return { by, callback: await by.signIn(String(away.headers.location)) }
    }
    async function link() {
      const { by, callback } = await onTheWay()
      return finish(by, callback)
    }

    it('adds an identity, even if the page requests a URL instead of a redirect', async () => {
      const by = browser()
      const answer = await by.visit(`${path}&skip_http_redirect=true`, headers())
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['url']])
      const arrival = await finish(by, await by.signIn(answer.json().url))
      const app_metadata = { providers: ['email', 'work'] }
      expect(await at.arrived(arrival)).toMatchObject({ sub: olga.id, aal: 'aal1', app_metadata })
      expect(await users()).toEqual([{ id: olga.id, email: olga.email, providers: ['email', 'work'] }])
    })

    it('succeeds only in the browser and session that started the flow', async () => {
      const { by, callback } = await onTheWay()
      expect((await finish(browser(), callback)).query).toMatchObject({ error_code: 'bad_oauth_state' })
      await test.asOwner('delete from auth.sessions')
      await at.open(olga)
      const ended = { error: 'access_denied', error_code: 'session_not_found' }
      expect((await finish(by, callback)).query).toMatchObject(ended)
      expect(await users()).toMatchObject([{ providers: ['email'] }])
    })

    it('rejects an identity that is already linked to a user', async () => {
      const mila = await at.person({ email: 'mila@example.com' })
      const identity = { provider: 'work', provider_id: 'olga at work', identity_data: {} }
      await at.inside((tx) => upsertIdentity(tx, { ...identity, user_id: mila.id }, new Date()))
      const exists = { error_code: 'identity_already_exists' }
      expect((await link()).query).toMatchObject(exists)
      expect(await users()).toMatchObject([{ providers: ['email', 'work'] }, { providers: ['email'] }])
      await test.asOwner('update auth.identities set user_id = $1', [olga.id])
      expect((await link()).query).toMatchObject(exists)
    })

    it('adds an identity to only one of two users who link it simultaneously', async () => {
      const mila = await at.person({ email: 'mila@example.com' })
      const email = 'one@work.example'
      const profile = { subject: 'one', email, isVerified: true, facts: { sub: 'one', email }, tokens: {} }
      const link = async (user: UserRow) => {
        const linking = { userId: user.id, sessionId: claimsOf(await at.open(user)).session_id }
        return (tx: Transaction) => linkIdentity(tx, at.context, linking, 'work', profile)
      }
      const [first, second] = [await link(olga), await link(mila)]
      const waited = await at.meanwhile(first, () => at.inside(second))
      await expect(waited()).rejects.toMatchObject({ code: 'identity_already_exists' })
    })

    it('stores a verified email address from the provider if the user has none and no other user has the same address', async () => {
      const forget = 'update auth.users set email = null, email_confirmed_at = null'
      const address = 'select email, email_confirmed_at is not null as confirmed from auth.users'
      await test.asOwner(forget)
      const mila = await at.person({ email: 'olga@work.example' })
      expect((await link()).query).toMatchObject({ error_code: 'email_exists' })
      await test.asOwner('delete from auth.users where id = $1', [mila.id])
      await link()
      expect(await test.asOwner(address)).toEqual([{ email: 'olga@work.example', confirmed: true }])
      await test.asOwner(forget)
      await test.asOwner("delete from auth.identities where provider = 'work'")
      local.accounts.set('olga at work', { email: 'olga@work.example', email_verified: false })
      await link()
      expect(await test.asOwner(address)).toEqual([{ email: null, confirmed: false }])
    })

    it('[S5] requires a session and the second factor, both before and after the redirect', async () => {
      expect((await at.ask('GET', path)).said.code).toBe('no_authorization')
      const unknown = await at.ask('GET', path.replace('=work', '=nobody'), { as })
      expect(unknown.said.code).toBe('validation_failed')
      const { by, callback } = await onTheWay()
      await addFactor(olga)
      expect((await at.ask('GET', path, { as })).outcome).toEqual([403, 'insufficient_aal'])
      expect((await finish(by, callback)).query).toMatchObject({ error_code: 'insufficient_aal' })
      await test.asOwner("update auth.sessions set aal = 'aal2' where user_id = $1", [olga.id])
      expect((await at.ask('GET', path, { as })).status).toBe(302)
    })
  })

  describe('unlinking', () => {
    const identitiesOf = ({ id }: UserRow) =>
      test.asOwner<{ id: string; provider: string }>(
        'select id, provider from auth.identities where user_id = $1 order by created_at, provider',
        [id],
      )
    const remove = async (id: string, by = as) => {
      const { status, said } = await at.ask('DELETE', `/user/identities/${id}`, { as: by })
      return [status, said.code ?? said] as const
    }
    const unlink = async (provider: string, by = as) =>
      remove((await identitiesOf(olga)).find((each) => each.provider === provider)?.id ?? '', by)
    const address = async () => (await at.rowOf(olga)).email

    it('removes an identity, updates the providers, leaves the password unchanged, and is recorded in the audit log', async () => {
      await addIdentity(olga, 'work', 'olga@work.example')
      expect(await unlink('work')).toEqual([200, {}])
      const app_metadata = { provider: 'email', providers: ['email'] }
      const { email, raw_app_meta_data } = await at.rowOf(olga)
      expect([email, raw_app_meta_data]).toEqual(['olga@example.com', app_metadata])
      expect(await at.hasPassword(olga, password)).toBe(true)
      const unlinked = { action: 'identity_unlinked', traits: { provider: 'work' } }
      expect((await at.audited(olga)).at(-1)).toMatchObject(unlinked)
    })

    it('replaces the removed email address with another verified one, voids pending codes, and removes the password', async () => {
      await addIdentity(olga, 'first', 'unverified@work.example', false)
      await addIdentity(olga, 'work', 'olga@work.example')
      const code = { userId: olga.id, kind: 'recovery', address: 'olga@example.com' } as const
      await at.inside((tx) => issueCode(tx, at.context, code))
      expect(await unlink('email')).toEqual([200, {}])
      const { email, encrypted_password } = await at.rowOf(olga)
      expect([email, encrypted_password]).toEqual(['olga@work.example', null])
      expect(await test.asOwner('select * from auth.one_time_tokens')).toEqual([])
    })

    it('leaves the email address unchanged if another identity has the same email address', async () => {
      await addIdentity(olga, 'work', 'olga@example.com', false)
      expect(await unlink('email')).toEqual([200, {}])
      expect(await address()).toBe('olga@example.com')
    })

    it('refuses to remove an identity if the user would have no usable email address left', async () => {
      await addIdentity(olga, 'work', 'olga@work.example', false)
      const refused = [422, 'email_conflict_identity_not_deletable']
      expect(await unlink('email')).toEqual(refused)
      await addIdentity(olga, 'other', 'mila@example.com')
      await at.person({ email: 'mila@example.com' })
      expect(await unlink('email')).toEqual(refused)
      expect((await identitiesOf(olga)).map(({ provider }) => provider)).toContain('email')
    })

    it('refuses to remove the last identity, even if two requests arrive at the same time', async () => {
      expect(await unlink('email')).toEqual([422, 'single_identity_not_deletable'])
      await addIdentity(olga, 'work', 'olga@example.com')
      const [first = '', second = ''] = (await identitiesOf(olga)).map(({ id }) => id)
      const other = await at.meanwhile(
        (tx) => unlinkIdentity(tx, at.context, olga.id, first),
        () => remove(second),
      )
      expect(await other()).toEqual([[422, 'single_identity_not_deletable']])
    })

    it("[S5] rejects another user's identity, invalid ids, and sessions without the second factor", async () => {
      await addIdentity(olga, 'work', 'olga@work.example')
      const [theirs] = await identitiesOf(await at.person({ email: 'mila@example.com' }))
      expect(await remove(theirs?.id ?? '')).toEqual([422, 'identity_not_found'])
      expect(await remove('x')).toEqual([404, 'validation_failed'])
      await addFactor(olga)
      expect(await unlink('work')).toEqual([403, 'insufficient_aal'])
      expect(await unlink('work', { ...as, access_token: 'x' })).toEqual([403, 'bad_jwt'])
    })
  })
})
