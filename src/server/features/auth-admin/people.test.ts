import { afterAll, describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { adminForTest, password } from './testing.ts'

const room = await adminForTest()
afterAll(() => room.close())

const hour = 3_600_000
const nobody = '2f1c0c1e-0000-4000-8000-000000000001'
const outcome = ({ status, code }: { status: number; code?: string }) => [status, code]

describe('POST /admin/users', () => {
  it('makes somebody, confirmed when asked', async () => {
    const id = crypto.randomUUID()
    const made = await room.admin('POST', '/admin/users', {
      id,
      email: 'Ada@Example.com',
      password,
      email_confirm: true,
      user_metadata: { name: 'Ada' },
      app_metadata: { plan: 'gold' },
    })
    expect(made).toMatchObject({
      status: 200,
      id,
      email: 'ada@example.com',
      role: 'authenticated',
      user_metadata: { name: 'Ada' },
      app_metadata: { plan: 'gold', provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email_verified: true } }],
    })
    expect(await room.hasPassword(id, password)).toBe(true)
    expect(await room.staffRole(id)).toBeNull()
    const waiting = await room.admin('POST', '/admin/users', { email: 'waiting@example.com' })
    expect(waiting.email_confirmed_at).toBeUndefined()
    expect(room.letters).toEqual([])
  })

  it(
    'refuses what cannot be stored',
    eachOf(
      [
        ['no address', { email: '' }, 'validation_failed'],
        ['a bad address', { email: 'ada' }, 'validation_failed'],
        ['a telephone', { phone: '+15550100' }, 'phone_provider_disabled'],
        ['a bad id', { id: '7' }, 'validation_failed'],
        ['a password that no hash takes whole', { password: 'x'.repeat(73) }, 'validation_failed'],
        ['a hash of elsewhere', { password_hash: `$2b$10$${'a'.repeat(53)}` }, 'validation_failed'],
        ['no role', { role: 'owner; drop' }, 'validation_failed'],
        ['metadata that are none', { user_metadata: 'x' }, 'validation_failed'],
      ],
      async (_, body, code) => {
        const email = `${crypto.randomUUID()}@example.com`
        expect((await room.admin('POST', '/admin/users', { email, ...body })).code).toBe(code)
      },
    ),
  )

  it('refuses an address and an id that somebody has', async () => {
    const { id, email } = await room.person()
    const twice = await room.admin('POST', '/admin/users', { email: email.toUpperCase() })
    expect(outcome(twice)).toEqual([422, 'email_exists'])
    const same = await room.admin('POST', '/admin/users', { id, email: 'other@example.com' })
    expect(outcome(same)).toEqual([422, 'user_already_exists'])
    const [one, other] = await Promise.all(
      [1, 2].map(() => room.admin('POST', '/admin/users', { email: 'race@example.com' })),
    )
    expect([one?.status, other?.status].sort((a = 0, b = 0) => a - b)).toEqual([200, 422])
  })
})

describe('PUT /admin/users/{id}', () => {
  it('changes the address at once, wherever it is said', async () => {
    const { id } = await room.person()
    const changed = await room.admin('PUT', `/admin/users/${id}`, { email: 'Moved@example.com' })
    expect(changed).toMatchObject({
      status: 200,
      email: 'moved@example.com',
      user_metadata: {},
      identities: [{ email: 'moved@example.com', identity_data: { email_verified: true } }],
    })
    expect(changed.email_confirmed_at).toBeTruthy()
    const taken = (await room.person()).email
    expect((await room.admin('PUT', `/admin/users/${id}`, { email: taken })).code).toBe('email_exists')
  })

  it('merges metadata, the server’s too, and null removes', async () => {
    const { id } = await room.person({ app_metadata: { plan: 'gold', old: 1 } })
    const change = { app_metadata: { plan: 'iron', old: null }, user_metadata: { name: 'Ada' } }
    const changed = await room.admin('PUT', `/admin/users/${id}`, change)
    expect(changed.app_metadata).toEqual({ plan: 'iron', provider: 'email', providers: ['email'] })
    expect(changed.user_metadata).toEqual({ name: 'Ada' })
  })

  it.each(['password', ''])('refuses the weak password %j', async (secret) => {
    const { id } = await room.person({ password })
    expect((await room.admin('PUT', `/admin/users/${id}`, { password: secret })).code).toBe('weak_password')
    expect(await room.hasPassword(id, password)).toBe(true)
  })

  it('with a password ends the sessions that knew the old one', async () => {
    const { id } = await room.person({ password })
    const { refresh_token } = await room.signIn(id)
    await room.admin('PUT', `/admin/users/${id}`, { password: 'eight geese by the lake' })
    expect(await room.hasPassword(id, 'eight geese by the lake')).toBe(true)
    await expect(room.refresh(refresh_token)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
  })

  it('bans for a while, and unbans', async () => {
    const { id } = await room.person()
    const { refresh_token } = await room.signIn(id)
    const banned = await room.admin('PUT', `/admin/users/${id}`, { ban_duration: '1h30m' })
    expect(banned.banned_until).toBe(new Date(room.time.now + 1.5 * hour).toISOString())
    await expect(room.refresh(refresh_token)).rejects.toMatchObject({ code: 'user_banned' })
    await expect(room.signIn(id)).rejects.toMatchObject({ code: 'user_banned' })
    const free = await room.admin('PUT', `/admin/users/${id}`, { ban_duration: 'none' })
    expect(free.banned_until).toBeUndefined()
    expect((await room.refresh(refresh_token)).user.id).toBe(id)
    for (const ban_duration of ['1', 'h', '-1h', '1 h', 'forever', '999999999h999999999h']) {
      expect((await room.admin('PUT', `/admin/users/${id}`, { ban_duration })).code).toBe('validation_failed')
    }
    expect((await room.admin('PUT', `/admin/users/${id}`, { ban_duration: '876000h' })).status).toBe(200)
  })
})

describe.each(['GET', 'PUT', 'DELETE'] as const)('%s /admin/users/{id}', (method) => {
  it('knows nobody by another id', async () => {
    const body = method === 'GET' ? undefined : {}
    expect(outcome(await room.admin(method, `/admin/users/${nobody}`, body))).toEqual([404, 'user_not_found'])
    expect(outcome(await room.admin(method, '/admin/users/7', body))).toEqual([404, 'validation_failed'])
  })
})

it('GET /admin/users/{id} gives the person', async () => {
  const { id, email } = await room.person()
  expect(await room.admin('GET', `/admin/users/${id}`)).toMatchObject({ status: 200, id, email })
})

it('what administrators do is in the security log, without addresses', async () => {
  const { id } = await room.person()
  await room.admin('PUT', `/admin/users/${id}`, { role: 'authenticated' })
  await room.admin('DELETE', `/admin/users/${id}`, '')
  const rows = await room.test.asOwner<{ payload: { action: string } }>(
    "select payload from auth.audit_log_entries where payload -> 'traits' ->> 'user' = $1",
    [id],
  )
  expect(rows.map(({ payload }) => payload.action)).toEqual(
    expect.arrayContaining(['user_signedup', 'user_modified', 'user_deleted']),
  )
  expect(JSON.stringify(rows) + room.log()).not.toContain('@')
})
