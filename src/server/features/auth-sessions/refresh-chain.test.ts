import { afterAll, describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { authForTest, claimsOf, deviceNamed, methodsOf } from './testing.ts'

const at = await authForTest()
afterAll(() => at.close())

const second = 1000
const reused = expect.objectContaining({ code: 'refresh_token_already_used', status: 400 }) as unknown
const sessionGone = { code: 'session_not_found', status: 403 }

/** A session that was refreshed twice, so that its first two tokens are used. */
async function chain() {
  const user = await at.person()
  const first = await at.open(user)
  at.time.now += second
  const next = await at.refresh(first)
  at.time.now += second
  return { user, first, next, last: await at.refresh(next) }
}

describe('newest refresh token of a session', () => {
  it('yields new tokens for the same session with the same authentication methods', async () => {
    const { first, next, last } = await chain()
    expect(new Set([first, next, last].map(({ refresh_token }) => refresh_token)).size).toBe(3)
    expect(next.access_token).not.toBe(first.access_token)
    expect(claimsOf(last)).toMatchObject({ sub: first.user.id, session_id: claimsOf(first).session_id })
    expect(claimsOf(last).amr).toEqual(claimsOf(first).amr)
    expect(methodsOf(first)).toEqual(['password'])
  })

  it('[S7] yields the same new refresh token for simultaneous requests', async () => {
    const session = await at.open(await at.person())
    const next = await Promise.all([1, 2, 3, 4, 5].map(() => at.refresh(session)))
    expect(new Set(next.map(({ refresh_token }) => refresh_token)).size).toBe(1)
    expect((await at.refresh(next[0] ?? session)).refresh_token).not.toBe(session.refresh_token)
  })

  it('can be exchanged even if more sessions are refreshed at the same time than there are database connections', async () => {
    const sessions = await Promise.all(Array.from({ length: 24 }, async () => at.open(await at.person())))
    // The cached keys are out of date, so they are read again before signing, while every connection is in use.
    at.time.now += 60 * second
    await at.test.asOwner('begin')
    await at.test.asOwner('lock table auth.refresh_tokens in access exclusive mode')
    const refreshed = Promise.all(sessions.map((session) => at.refresh(session)))
    const waiting = 'select from pg_locks where not granted'
    await expect.poll(async () => (await at.test.asOwner(waiting)).length).toBe(10)
    await at.test.asOwner('commit')
    expect((await refreshed).map(({ user }) => user.id)).toEqual(sessions.map(({ user }) => user.id))
  })
})

describe('refresh token that was used once', () => {
  it('yields the session’s newest refresh token each time it is sent again within 10 seconds', async () => {
    const session = await at.open(await at.person())
    const next = await at.refresh(session)
    at.time.now += 10 * second
    for (const _ of [1, 2]) expect((await at.refresh(session)).refresh_token).toBe(next.refresh_token)
    expect((await at.refresh(next)).refresh_token).not.toBe(next.refresh_token)
  })

  it.each([0, 3, 60])(
    '[S7] ends the session if the token is reused more than %i seconds later',
    async (reuseSeconds) => {
      at.set({ reuseSeconds })
      const session = await at.open(await at.person())
      const next = await at.refresh(session)
      at.time.now += reuseSeconds * second + 1
      await expect(at.refresh(session)).rejects.toEqual(reused)
      await expect(at.refresh(next)).rejects.toEqual(reused)
      at.set()
    },
  )
})

describe('[S7] reuse of a refresh token whose successor was used', () => {
  it('ends the session at once, and voids all of its refresh and access tokens', async () => {
    const { user, first, next, last } = await chain()
    const other = await at.open(user)
    expect([(await at.callerOf(last.access_token)).user.id, await at.isLive(last.access_token)]).toEqual([
      user.id,
      true,
    ])
    // The end of the session is committed although the response is an error.
    for (const session of [first, first, next, last]) {
      await expect(at.refresh(session)).rejects.toEqual(reused)
    }
    await expect(at.callerOf(last.access_token)).rejects.toMatchObject(sessionGone)
    expect(await at.isLive(last.access_token)).toBe(false)
    expect((await at.refresh(other)).user.id).toBe(user.id)
  })

  it('ends the session even on a server whose clock is behind', async () => {
    // Starts at the real time, so that the fake clock is not behind the database's clock.
    at.time.now = Date.now()
    const { first, last } = await chain()
    await expect(at.refresh(first)).rejects.toEqual(reused)
    at.time.now -= 60 * second
    await expect(at.callerOf(last.access_token)).rejects.toMatchObject(sessionGone)
    at.time.now += 60 * second
  })

  it('is recorded only once in the audit log, without the email address', async () => {
    const { user, first } = await chain()
    for (const _ of [1, 2, 3]) await expect(at.refresh(first)).rejects.toEqual(reused)
    const revoked = (await at.audited(user)).filter(({ action }) => action === 'token_revoked')
    expect(revoked).toHaveLength(1)
    expect(JSON.stringify(revoked)).not.toContain('@')
  })
})

describe('session of a device that sends its id', () => {
  const [desk, phone] = [deviceNamed('desk'), deviceNamed('phone')]

  it('stays open if the same device repeats a request whose response was lost', async () => {
    const session = await at.open(await at.person(), 'password', desk)
    const next = await at.refresh(session, desk)
    expect((await at.refresh(session, desk)).refresh_token).toBe(next.refresh_token)
  })

  it.each([
    ['another device', phone],
    ['a client without a device id', { ...desk, device: null }],
  ])('[S7] ends when %s uses the newest refresh token of the session', async (_, client) => {
    const session = await at.open(await at.person(), 'password', desk)
    await expect(at.refresh(session, client)).rejects.toEqual(reused)
    await expect(at.refresh(session, desk)).rejects.toEqual(reused)
    expect(await at.isLive(session.access_token)).toBe(false)
  })

  it('is bound to the device that refreshes it first, if an emailed link opened the session', async () => {
    const next = await at.refresh(await at.open(await at.person(), 'invite'), desk)
    await expect(at.refresh(next, phone)).rejects.toEqual(reused)
  })
})

it(
  'refuses to refresh a session if the refresh token is malformed or unknown',
  testEach(
    [
      ['validation_failed', 'short'],
      ['validation_failed', 'with spaces in between'],
      ['validation_failed', `'; drop table auth.users; --`],
      ['refresh_token_not_found', 'x'.repeat(43)],
    ],
    async (code, token) => {
      await expect(at.refresh(token)).rejects.toMatchObject({ code, status: 400 })
    },
  ),
)
