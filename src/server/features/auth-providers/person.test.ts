import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { issueCode } from '#server/features/auth-codes/service.ts'
import { upsertIdentity } from '#server/features/auth-users/service.ts'
import { providersForTest } from './testing.ts'

const auth = await providersForTest()
const { local, journey, people, person, test } = auth
afterAll(() => auth.close())
beforeEach(async () => {
  await auth.forgetAll()
  local.accounts.set('ada', { email: 'Ada@Example.com', email_verified: true, name: 'Ada of work' })
})
const rowOf = async (id: string) => {
  const [row] = await test.asOwner<{
    encrypted_password: string | null
    email_confirmed_at: Date | null
    raw_user_meta_data: Record<string, unknown>
  }>('select * from auth.users where id = $1', [id])
  return row
}

describe('a stranger', () => {
  it('gets no account', async () => {
    const { query, fragment } = await journey('ada')
    expect(query).toMatchObject({ error_code: 'signup_disabled' })
    expect(fragment.access_token).toBeUndefined()
    expect(await people()).toEqual([])
  })

  it.each([
    { email_verified: false },
    { email_verified: undefined },
    { email_verified: 'no' },
    { email: undefined },
  ])('needs an address that the provider has verified: %j', async (traits) => {
    local.accounts.set('ada', { ...local.accounts.get('ada'), ...traits } as { email: string })
    const { query } = await journey('ada')
    expect(query).toMatchObject({ error_code: 'provider_email_needs_verification' })
  })
})

describe('somebody with an account here', () => {
  it('is known by the address that the provider has verified', async () => {
    const { id } = await person('ada@example.com', { confirmed: true })
    const { fragment } = await journey('ada')
    expect(await auth.context.keys.verify(fragment.access_token ?? '')).toMatchObject({
      sub: id,
      aal: 'aal1',
    })
    expect(await people()).toEqual([{ id, email: 'ada@example.com', providers: ['email', 'work'] }])
    expect((await rowOf(id))?.encrypted_password).toBe('hash of whoever made the account')
  })

  it('is not known by an address that anybody could have typed there', async () => {
    const { id } = await person('ada@example.com', { confirmed: true })
    local.accounts.set('ada', { email: 'ada@example.com', email_verified: false })
    expect((await journey('ada')).query).toMatchObject({ error_code: 'provider_email_needs_verification' })
    expect(await people()).toEqual([{ id, email: 'ada@example.com', providers: ['email'] }])
  })

  it('stays out while banned, known by address or by identity', async () => {
    const { id } = await person('ada@example.com', { confirmed: true })
    const refused = {
      error: 'access_denied',
      error_code: 'user_banned',
      error_description: expect.any(String),
    }
    const ban = "update auth.users set banned_until = now() + interval '10 years'"
    await test.asOwner(ban)
    expect((await journey('ada')).query).toEqual(refused)
    expect(await people()).toEqual([{ id, email: 'ada@example.com', providers: ['email'] }])
    await test.asOwner('update auth.users set banned_until = null')
    await journey('ada')
    await test.asOwner(ban)
    await test.asOwner('delete from auth.sessions')
    expect((await journey('ada')).query).toEqual(refused)
    expect(await test.asOwner('select * from auth.sessions where user_id = $1', [id])).toEqual([])
  })

  it('stays out when removed', async () => {
    await person('ada@example.com', { confirmed: true })
    await journey('ada')
    await test.asOwner('update auth.users set deleted_at = now(), email = null')
    expect((await journey('ada')).query).toMatchObject({ error_code: 'user_not_found' })
  })
})

describe('an account whose address nobody has shown to be theirs', () => {
  it('goes to who shows it, without what its maker left in it', async () => {
    const { id } = await person('ada@example.com')
    await auth.work(async (tx) => {
      const now = new Date()
      const planted = { user_id: id, provider: 'other', provider_id: 'eve', identity_data: {} }
      await upsertIdentity(tx, planted, now)
      await issueCode(tx, auth.context, { userId: id, kind: 'confirmation', address: 'ada@example.com' })
    })
    await test.asOwner(`update auth.users set raw_user_meta_data = '{"name": "Eve"}'`)
    await test.asOwner('insert into auth.sessions (user_id) values ($1)', [id])
    const { fragment } = await journey('ada')
    expect(await auth.context.keys.verify(fragment.access_token ?? '')).toMatchObject({ sub: id })
    expect(await people()).toEqual([{ id, email: 'ada@example.com', providers: ['work'] }])
    expect(await rowOf(id)).toMatchObject({
      encrypted_password: null,
      email_confirmed_at: expect.any(Date),
      raw_user_meta_data: { name: 'Ada of work', email_verified: true },
    })
    expect(await test.asOwner('select * from auth.one_time_tokens')).toEqual([])
    expect(await test.asOwner('select * from auth.sessions')).toHaveLength(1)
  })

  it('is how an invitation is accepted, and what it said of the person stays', async () => {
    const { id } = await person('ada@example.com', { invited: true })
    const { query } = await journey('eve', { invite_token: 'any' })
    expect(query).toMatchObject({ error_code: 'provider_email_needs_verification' })
    const { fragment } = await journey('ada', { invite_token: 'any' })
    expect(await auth.context.keys.verify(fragment.access_token ?? '')).toMatchObject({ sub: id })
    expect(await rowOf(id)).toMatchObject({
      email_confirmed_at: expect.any(Date),
      raw_user_meta_data: { name: 'As invited', email_verified: true },
    })
  })
})

it('tells the security log who came, by what, and who was refused why', async () => {
  await journey('ada')
  const { id } = await person('ada@example.com', { confirmed: true })
  await test.asOwner('delete from auth.audit_log_entries where payload ->> $1 = $2', ['outcome', 'done'])
  await journey('ada')
  const rows = await test.asOwner<{ payload: Record<string, unknown> }>(
    'select payload from auth.audit_log_entries order by created_at, payload::text',
  )
  const entries = rows.map(({ payload }) => payload)
  expect(entries).toContainEqual({
    action: 'login',
    outcome: 'refused',
    actor_id: null,
    traits: { provider: 'work', code: 'signup_disabled' },
  })
  const linked = { action: 'identity_linked', outcome: 'done', actor_id: id, traits: { provider: 'work' } }
  expect(entries).toContainEqual(linked)
  expect(entries).toContainEqual(expect.objectContaining({ action: 'login', outcome: 'done', actor_id: id }))
})
