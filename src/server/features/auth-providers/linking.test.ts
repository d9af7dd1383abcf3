import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { issueCode } from '#server/features/auth-codes/service.ts'
import { type UserRow, upsertIdentity } from '#server/features/auth-users/service.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { linkIdentity, unlinkIdentity } from './linking.ts'
import { profile, providersForTest } from './testing.ts'

const auth = await providersForTest()
const { local, browser, call, finish, people, person, test, work } = auth
afterAll(() => auth.close())
let olga: UserRow
let bearer: { authorization: string }
beforeEach(async () => {
  await auth.forgetAll()
  local.accounts.set('olga at work', { email: 'olga@work.example', email_verified: true })
  olga = await person('olga@example.com', { confirmed: true })
  bearer = { authorization: `Bearer ${(await auth.sessionOf(olga)).access_token}` }
  // The new identity must be younger than the one that they have.
  auth.time.now += 1000
})

const path = '/user/identities/authorize?provider=work&login_hint=olga+at+work'

describe('linking', () => {
  /** A browser that has signed in at the provider, one step before our callback. */
  async function onTheWay(query = '', by = browser()) {
    const away = await by.visit(`${path}${query}`, bearer)
    return { by, callback: await by.signIn(String(away.headers.location)) }
  }

  it('gives somebody signed in one more way in', async () => {
    const { by, callback } = await onTheWay()
    const { fragment } = await finish(by, callback)
    const claims = await auth.context.keys.verify(fragment.access_token ?? '')
    expect(claims).toMatchObject({
      sub: olga.id,
      aal: 'aal1',
      app_metadata: { providers: ['email', 'work'] },
    })
    expect(await people()).toEqual([{ id: olga.id, email: 'olga@example.com', providers: ['email', 'work'] }])
  })

  it('answers with the address where asked not to send', async () => {
    const by = browser()
    const answer = await by.visit(`${path}&skip_http_redirect=true`, bearer)
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['url']])
    const { fragment } = await finish(by, await by.signIn(answer.json().url))
    expect(await auth.context.keys.verify(fragment.access_token ?? '')).toMatchObject({ sub: olga.id })
  })

  it('links nobody who was sent the address', async () => {
    const { callback } = await onTheWay()
    const { query } = await finish(browser(), callback)
    expect(query).toMatchObject({ error_code: 'bad_oauth_state' })
    expect(await people()).toMatchObject([{ providers: ['email'] }])
  })

  it('is over with the session that began it', async () => {
    const { by, callback } = await onTheWay()
    await test.asOwner('delete from auth.sessions')
    await auth.sessionOf(olga)
    const { query } = await finish(by, callback)
    expect(query).toMatchObject({ error: 'access_denied', error_code: 'session_not_found' })
    expect(await people()).toMatchObject([{ providers: ['email'] }])
  })

  it('takes no identity that somebody has', async () => {
    const mila = await person('mila@example.com', { confirmed: true })
    const identity = { provider: 'work', provider_id: 'olga at work', identity_data: {} }
    await work((tx) => upsertIdentity(tx, { ...identity, user_id: mila.id }, new Date()))
    const { by, callback } = await onTheWay()
    expect((await finish(by, callback)).query).toMatchObject({ error_code: 'identity_already_exists' })
    expect(await people()).toMatchObject([{ providers: ['email', 'work'] }, { providers: ['email'] }])
    await test.asOwner('update auth.identities set user_id = $1', [olga.id])
    const own = await onTheWay()
    expect((await finish(own.by, own.callback)).query).toMatchObject({
      error_code: 'identity_already_exists',
    })
  })

  it('takes none twice, of two who come at once', async () => {
    const mila = await person('mila@example.com', { confirmed: true })
    const link = (user: UserRow) => async (tx: Transaction) => {
      const [row] = await test.asOwner<{ id: string }>('select id from auth.sessions where user_id = $1', [
        user.id,
      ])
      const linking = { userId: user.id, sessionId: row?.id ?? '' }
      return linkIdentity(tx, auth.context, linking, 'work', profile('one', 'one@work.example'))
    }
    await auth.sessionOf(mila)
    const second = await auth.meanwhile(link(olga), () => work(link(mila)))
    await expect(second()).rejects.toMatchObject({ code: 'identity_already_exists' })
  })

  it('gives an address to who had none, unless it is taken or nobody vouches for it', async () => {
    const forget = `update auth.users set email = null, email_confirmed_at = null`
    await test.asOwner(forget)
    const mila = await person('olga@work.example', { confirmed: true })
    const taken = await onTheWay()
    expect((await finish(taken.by, taken.callback)).query).toMatchObject({ error_code: 'email_exists' })
    await test.asOwner('delete from auth.users where id = $1', [mila.id])
    const free = await onTheWay()
    await finish(free.by, free.callback)
    const select = 'select email, email_confirmed_at is not null as confirmed from auth.users'
    expect(await test.asOwner(select)).toEqual([{ email: 'olga@work.example', confirmed: true }])
    await test.asOwner(forget)
    await test.asOwner("delete from auth.identities where provider = 'work'")
    local.accounts.set('olga at work', { email: 'olga@work.example', email_verified: false })
    const unproven = await onTheWay()
    await finish(unproven.by, unproven.callback)
    expect(await test.asOwner(select)).toEqual([{ email: null, confirmed: false }])
  })

  it('needs somebody signed in', async () => {
    expect((await call('GET', path)).json()).toMatchObject({ code: 'no_authorization' })
    expect((await call('GET', path.replace('work', 'nobody'), undefined, bearer)).json()).toMatchObject({
      code: 'validation_failed',
    })
  })

  it('[S5] needs the second factor of somebody who has one, at both ends of the way', async () => {
    const { by, callback } = await onTheWay()
    await test.asOwner(
      "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
      [olga.id],
    )
    const answer = await call('GET', path, undefined, bearer)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'insufficient_aal'])
    expect((await finish(by, callback)).query).toMatchObject({ error_code: 'insufficient_aal' })
    await test.asOwner("update auth.sessions set aal = 'aal2' where user_id = $1", [olga.id])
    expect((await call('GET', path, undefined, bearer)).statusCode).toBe(302)
  })
})

describe('unlinking', () => {
  const identitiesOf = (user: UserRow) =>
    test.asOwner<{ id: string; provider: string }>(
      'select id, provider from auth.identities where user_id = $1 order by created_at, provider',
      [user.id],
    )
  const idOf = async (provider: string) =>
    (await identitiesOf(olga)).find((each) => each.provider === provider)?.id ?? ''
  const add = (provider: string, email: string, email_verified = true) =>
    work((tx) =>
      upsertIdentity(
        tx,
        { user_id: olga.id, provider, provider_id: randomUUID(), identity_data: { email, email_verified } },
        new Date(auth.time.now),
      ),
    )
  const remove = async (id: string) => {
    // As the client sends it: a content type, and nothing in it.
    const headers = { ...bearer, 'content-type': 'application/json' }
    const answer = await call('DELETE', `/user/identities/${id}`, undefined, headers)
    return [answer.statusCode, answer.json().code ?? answer.json()] as const
  }
  const address = async () => {
    const [row] = await test.asOwner('select email, encrypted_password, raw_app_meta_data from auth.users')
    return row
  }

  it('takes one way in, and says so in the metadata', async () => {
    await add('work', 'olga@work.example')
    const both = { provider: 'email', providers: ['email', 'work'] }
    await test.asOwner('update auth.users set raw_app_meta_data = $1', [JSON.stringify(both)])
    expect(await remove(await idOf('work'))).toEqual([200, {}])
    expect(await address()).toEqual({
      email: 'olga@example.com',
      encrypted_password: 'hash of whoever made the account',
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
    })
    expect(
      await test.asOwner("select payload from auth.audit_log_entries where payload ->> 'action' = $1", [
        'identity_unlinked',
      ]),
    ).toMatchObject([{ payload: { actor_id: olga.id, traits: { provider: 'work' } } }])
  })

  it('of the address moves to the verified one of another, voids codes and ends the password', async () => {
    await add('first', 'unverified@work.example', false)
    await add('work', 'olga@work.example')
    await work((tx) =>
      issueCode(tx, auth.context, { userId: olga.id, kind: 'recovery', address: 'olga@example.com' }),
    )
    expect(await remove(await idOf('email'))).toEqual([200, {}])
    expect(await address()).toMatchObject({ email: 'olga@work.example', encrypted_password: null })
    expect(await test.asOwner('select * from auth.one_time_tokens')).toEqual([])
  })

  it('keeps the address while another identity has it', async () => {
    await add('work', 'olga@example.com', false)
    expect(await remove(await idOf('email'))).toEqual([200, {}])
    expect(await address()).toMatchObject({ email: 'olga@example.com' })
  })

  it('is refused when no usable address would be left', async () => {
    await add('work', 'olga@work.example', false)
    const refusal = [422, 'email_conflict_identity_not_deletable']
    expect(await remove(await idOf('email'))).toEqual(refusal)
    await add('other', 'mila@example.com')
    await person('mila@example.com', { confirmed: true })
    expect(await remove(await idOf('email'))).toEqual(refusal)
    expect((await identitiesOf(olga)).map(({ provider }) => provider)).toContain('email')
  })

  it('is refused for the last one, also of two at once', async () => {
    expect(await remove(await idOf('email'))).toEqual([422, 'single_identity_not_deletable'])
    await add('work', 'olga@example.com')
    const [first = '', second = ''] = (await identitiesOf(olga)).map(({ id }) => id)
    const other = await auth.meanwhile(
      (tx) => unlinkIdentity(tx, auth.context, olga.id, first),
      () => remove(second),
    )
    expect(await other()).toEqual([[422, 'single_identity_not_deletable']])
  })

  it("[S5] is refused for somebody else's, for what is no id, and without the second factor", async () => {
    await add('work', 'olga@work.example')
    const [mine] = await identitiesOf(await person('mila@example.com', { confirmed: true }))
    expect(await remove(mine?.id ?? '')).toEqual([422, 'identity_not_found'])
    expect(await remove('x')).toEqual([404, 'validation_failed'])
    await test.asOwner(
      "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
      [olga.id],
    )
    expect(await remove(await idOf('work'))).toEqual([403, 'insufficient_aal'])
    bearer = { authorization: 'Bearer x' }
    expect(await remove(await idOf('work'))).toEqual([403, 'bad_jwt'])
  })
})
