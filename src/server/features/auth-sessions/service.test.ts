import { afterAll, describe, expect, it } from 'vitest'
import { updateUser } from '#server/features/auth-users/service.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { nameless } from '#server/lib/auth/testing.ts'
import { findSession } from './queries.ts'
import { deleteSessions, strengthenSession, weakenSessionsOf } from './service.ts'
import { claimsOf, sessionsForTest } from './testing.ts'

const room = await sessionsForTest()
afterAll(() => room.close())

const hour = 3_600_000
const sessionOf = (token: string) => String(claimsOf(token).session_id)
const strengthen = (token: string, factorId: string | null = null) =>
  decide(room.context.database, async (tx) => {
    const session = await findSession(tx, sessionOf(token))
    if (!session) throw new Error('no session')
    const user = await updateUser(tx, session.user_id, {}, new Date(room.time.now))
    return strengthenSession(tx, room.context, user, session, { method: 'totp', factorId, client: nameless })
  })

describe('a session', () => {
  it('comes with everything that clients go by', async () => {
    const user = await room.person()
    const body = await room.open(user, 'magiclink')
    const now = Math.floor(room.time.now / 1000)
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600, expires_at: now + 3600 })
    expect(claimsOf(body.access_token)).toEqual({
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
    expect(body.user.last_sign_in_at).toBe(new Date(room.time.now).toISOString())
  })

  it('is opened for nobody who is banned', async () => {
    const user = await room.person()
    const until = new Date(room.time.now + hour)
    const banned = await decide(room.context.database, (tx) =>
      updateUser(tx, user.id, { banned_until: until }, new Date(room.time.now)),
    )
    await expect(room.open(banned)).rejects.toMatchObject({ code: 'user_banned' })
  })

  it('keeps no address of its client', async () => {
    const { access_token } = await room.open(await room.person())
    const [row] = await room.test.asOwner('select ip, user_agent from auth.sessions where id = $1', [
      sessionOf(access_token),
    ])
    expect(row).toEqual({ ip: null, user_agent: 'a test' })
  })
})

describe('a refresh', () => {
  it('is refused to the banned, and good again when the ban is over', async () => {
    const user = await room.person()
    const { refresh_token } = await room.open(user)
    await room.test.asOwner('update auth.users set banned_until = $2 where id = $1', [
      user.id,
      new Date(room.time.now + hour),
    ])
    await expect(room.refresh(refresh_token)).rejects.toMatchObject({ code: 'user_banned', status: 400 })
    room.time.now += hour
    expect((await room.refresh(refresh_token)).user.id).toBe(user.id)
  })

  it('finds no session of whoever was deleted, softly or not', async () => {
    const user = await room.person()
    const { refresh_token } = await room.open(user)
    await room.test.asOwner('update auth.users set deleted_at = now() where id = $1', [user.id])
    await expect(room.refresh(refresh_token)).rejects.toMatchObject({
      code: 'session_not_found',
      status: 400,
    })
    await room.test.asOwner('delete from auth.users where id = $1', [user.id])
    await expect(room.refresh(refresh_token)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
  })

  it('does not prolong a session past its end', async () => {
    const boxed = room.with({ sessionHours: 2 })
    const { refresh_token } = await room.open(await room.person(), 'password', boxed)
    room.time.now += hour
    const next = await room.refresh(refresh_token, boxed)
    room.time.now += hour - 1
    const last = await room.refresh(next.refresh_token, boxed)
    room.time.now += 1
    await expect(room.refresh(last.refresh_token, boxed)).rejects.toMatchObject({
      code: 'session_expired',
      status: 400,
    })
    expect((await room.get('/who', last.access_token)).json().code).toBe('session_not_found')
  })

  it('by default comes too late after 12 hours in which nobody came, and after 7 days whoever came', async () => {
    const idle = await room.open(await room.person())
    room.time.now += 12 * hour + 1
    await expect(room.refresh(idle.refresh_token)).rejects.toMatchObject({ code: 'session_expired' })
    const opened = room.time.now
    let lively = await room.open(await room.person())
    while (room.time.now + 11 * hour < opened + 7 * 24 * hour) {
      room.time.now += 11 * hour
      lively = await room.refresh(lively.refresh_token)
    }
    room.time.now = opened + 7 * 24 * hour
    await expect(room.refresh(lively.refresh_token)).rejects.toMatchObject({ code: 'session_expired' })
    expect((await room.get('/who', lively.access_token)).statusCode).toBe(403)
  })

  it('ends with the setting of now, whatever held when the session began', async () => {
    const { refresh_token } = await room.open(
      await room.person(),
      'password',
      room.with({ sessionHours: null }),
    )
    room.time.now += 3 * hour
    const boxed = room.with({ sessionHours: 2 })
    await expect(room.refresh(refresh_token, boxed)).rejects.toMatchObject({ code: 'session_expired' })
  })

  it('comes too late for a session that was idle, which refreshes keep alive', async () => {
    const idle = room.with({ idleHours: 2 })
    const { refresh_token } = await room.open(await room.person(), 'password', idle)
    room.time.now += 2 * hour
    const next = await room.refresh(refresh_token, idle)
    room.time.now += 2 * hour
    const last = await room.refresh(next.refresh_token, idle)
    room.time.now += 2 * hour + 1
    await expect(room.refresh(last.refresh_token, idle)).rejects.toMatchObject({ code: 'session_expired' })
  })
})

describe('the second factor', () => {
  it('ends the other sessions that only know the first, and no aal2 one', async () => {
    const user = await room.person()
    const [one, weak, other] = [await room.open(user), await room.open(user), await room.open(user)]
    const strong = await strengthen(other.access_token)
    // The first strengthening has ended both others; two more come.
    const [again, third] = [await room.open(user), await room.open(user)]
    await strengthen(again.access_token)
    const status = async (token: string) => (await room.get('/who', token)).statusCode
    expect(await status(one.access_token)).toBe(403)
    expect(await status(weak.access_token)).toBe(403)
    expect(await status(third.access_token)).toBe(403)
    expect(await status(strong.access_token)).toBe(200)
    expect(await status(again.access_token)).toBe(200)
  })

  it('is named first of the means, and stays through refreshes', async () => {
    const { access_token } = await room.open(await room.person())
    room.time.now += 5000
    const strong = await strengthen(access_token)
    const next = await room.refresh(strong.refresh_token)
    for (const { access_token: token } of [strong, next]) {
      expect(claimsOf(token).aal).toBe('aal2')
      expect((claimsOf(token).amr as { method: string }[]).map(({ method }) => method)).toEqual([
        'totp',
        'password',
      ])
    }
  })

  it('when it goes, its sessions are aal1 at once, with what their old tokens say', async () => {
    const factor = crypto.randomUUID()
    const { access_token } = await room.open(await room.person())
    const strong = await strengthen(access_token, factor)
    expect((await room.get('/who', strong.access_token)).json().aal).toBe('aal2')
    await decide(room.context.database, (tx) => weakenSessionsOf(tx, factor, new Date(room.time.now)))
    expect((await room.get('/who', strong.access_token)).json().aal).toBe('aal1')
    const after = claimsOf((await room.refresh(strong.refresh_token)).access_token)
    expect(after.aal).toBe('aal1')
    expect(JSON.stringify(after.amr)).not.toContain('totp')
  })
})

it('what one person deletes is their own', async () => {
  const [one, other] = [await room.person(), await room.person()]
  const [mine, theirs] = [await room.open(one), await room.open(other)]
  await decide(room.context.database, (tx) =>
    deleteSessions(tx, one.id, { only: sessionOf(theirs.access_token) }),
  )
  await decide(room.context.database, (tx) => deleteSessions(tx, one.id, 'all'))
  expect((await room.get('/who', mine.access_token)).json().code).toBe('session_not_found')
  expect((await room.get('/who', theirs.access_token)).json().user).toBe(other.id)
})
