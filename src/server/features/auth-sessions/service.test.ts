import { afterAll, describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { sessionRoutes } from './routes.ts'
import { authForTest, claimsOf } from './testing.ts'

const at = await authForTest([sessionRoutes])
afterAll(() => at.close())

const hour = 3_600_000
const alive = (sessions: readonly { access_token: string }[]) =>
  Promise.all(
    sessions.map(({ access_token }) =>
      at.callerOf(access_token).then(
        () => true,
        ({ code }) => (code === 'session_not_found' ? false : (code as string)),
      ),
    ),
  )
const expired = expect.objectContaining({ code: 'session_expired', status: 400 }) as unknown

describe('new session', () => {
  it('contains all fields that clients use', async () => {
    const user = await at.person()
    const session = await at.open(user, 'magiclink')
    const now = Math.floor(at.time.now / 1000)
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600, expires_at: now + 3600 })
    expect(claimsOf(session)).toEqual({
      iss: 'https://site.example/auth/v1',
      sub: user.id,
      aud: 'authenticated',
      exp: now + 3600,
      iat: now,
      email: user.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: user.raw_user_meta_data,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'magiclink', timestamp: now }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      is_anonymous: false,
    })
    expect(session.user.last_sign_in_at).toBe(new Date(at.time.now).toISOString())
  })

  it('stores no client IP address, and cannot be opened for a banned user', async () => {
    const user = await at.person()
    const { access_token } = await at.open(user, 'password', { agent: 'a test', device: null })
    const id = claimsOf({ access_token }).session_id
    const [row] = await at.test.asOwner('select ip, user_agent from auth.sessions where id = $1', [id])
    expect(row).toEqual({ ip: null, user_agent: 'a test' })
    const banned = await at.change(user, { banned_until: new Date(at.time.now + hour) })
    await expect(at.open(banned)).rejects.toMatchObject({ code: 'user_banned' })
  })
})

describe('session refresh', () => {
  it("succeeds after the user's ban ends, but not during the ban", async () => {
    const user = await at.person()
    const session = await at.open(user)
    await at.change(user, { banned_until: new Date(at.time.now + hour) })
    await expect(at.refresh(session)).rejects.toMatchObject({ code: 'user_banned', status: 400 })
    at.time.now += hour
    expect((await at.refresh(session)).user.id).toBe(user.id)
  })

  it('fails if the user was deleted', async () => {
    const user = await at.person()
    const session = await at.open(user)
    await at.change(user, { deleted_at: new Date() })
    await expect(at.refresh(session)).rejects.toMatchObject({ code: 'session_not_found', status: 400 })
    await at.test.asOwner('delete from auth.users where id = $1', [user.id])
    await expect(at.refresh(session)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
  })

  it('[S8] is refused more than 12 hours after the last refresh or more than 7 days after the sign-in', async () => {
    const idle = await at.open(await at.person())
    at.time.now += 12 * hour
    const kept = await at.refresh(idle)
    at.time.now += 12 * hour + 1
    await expect(at.refresh(kept)).rejects.toEqual(expired)
    const opened = at.time.now
    let lively = await at.open(await at.person())
    while (at.time.now + 11 * hour < opened + 7 * 24 * hour) {
      at.time.now += 11 * hour
      lively = await at.refresh(lively)
    }
    at.time.now = opened + 7 * 24 * hour - 1
    lively = await at.refresh(lively)
    at.time.now += 1
    await expect(at.refresh(lively)).rejects.toEqual(expired)
    expect(await alive([lively])).toEqual([false])
  })

  it('applies the current settings, even if they changed after the sign-in', async () => {
    const session = await at.open(await at.person())
    at.time.now += 3 * hour
    at.set({ sessionHours: 2 })
    await expect(at.refresh(session)).rejects.toEqual(expired)
    at.set()
  })
})

describe('POST /logout', () => {
  async function threeSessions() {
    const user = await at.person()
    return [await at.open(user), await at.open(user), await at.open(user)] as const
  }
  const signOut = (query: string, as: { access_token: string }) => at.ask('POST', `/logout${query}`, { as })

  it(
    "[S8] ends the user's sessions in the given scope, but never another user's sessions",
    testEach(
      [
        ['', [false, false, false]],
        ['?scope=global', [false, false, false]],
        ['?scope=local', [false, true, true]],
        ['?scope=others', [true, false, false]],
      ],
      async (query, left) => {
        const sessions = await threeSessions()
        const other = await at.open(await at.person())
        const { status, text } = await signOut(query, sessions[0])
        expect([status, text]).toEqual([204, ''])
        expect(await alive([...sessions, other])).toEqual([...left, true])
        expect(await at.isLive(sessions[0].access_token)).toBe(left[0])
      },
    ),
  )

  it('rejects an invalid scope and ends no session', async () => {
    const sessions = await threeSessions()
    for (const query of ['?scope=all', '?scope=', '?scope=local&scope=global']) {
      expect((await signOut(query, sessions[0])).outcome).toEqual([400, 'validation_failed'])
    }
    expect(await alive(sessions)).toEqual([true, true, true])
  })

  it('[S8] revokes the refresh token and records the sign-out, but returns session_not_found for a second request', async () => {
    const user = await at.person()
    const session = await at.open(user)
    await signOut('?scope=local', session)
    await expect(at.refresh(session)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
    expect((await signOut('', session)).outcome).toEqual([403, 'session_not_found'])
    expect((await at.audited(user)).map(({ action }) => action).sort()).toEqual(['login', 'logout'])
  })
})
