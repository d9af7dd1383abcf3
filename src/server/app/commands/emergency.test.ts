import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { authAppForTest, publishableKey } from '#server/app/testing.ts'
import { replaceKeys } from '#server/features/auth-sessions/keys.ts'
import { endSessionsOf, revokeLeakedToken } from '#server/features/auth-sessions/service.ts'

/** Commands with which the operator ends sessions, revokes tokens and replaces keys. */
const site = await authAppForTest()
afterAll(() => site.close())
type Member = Awaited<ReturnType<typeof site.member>>

const owner = await site.member('owner')

/** A process reloads the keys within this time. The tests advance the clock instead of waiting. */
const within = 5000
const sessionOf = async ({ strong }: Pick<Member, 'strong'>) => {
  const { session } = (await strong.auth.getSession()).data
  if (!session) throw new Error('no session')
  return session
}
const ask = async (token: string) =>
  (
    await fetch(`${site.url}/rest/v1/strategy_call_bookings?select=id&limit=1`, {
      headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
    })
  ).status
/**
 * Returns the newest log entry for this action. The entry's time is not compared, because the test's clock and the
 * database clock differ.
 */
const entryOf = async (action: string) => {
  const { data } = await owner.strong.rpc('read_audit_log', { kind: 'sign-in', most: 100 })
  return (data as { action: string }[]).find((entry) => entry.action === action)
}

/** Returns the client of a program that sends this token as its key. */
const clientOf = (token: string) => createClient(site.url, token, { realtime: { transport: WebSocket as never } })

/** Subscribes to bookings; `states` collects the channel's states. */
async function watching({ strong }: { strong: Pick<Member['strong'], 'realtime' | 'channel'> }) {
  await strong.realtime.setAuth()
  const states: string[] = []
  const wish = { event: '*', schema: 'public', table: 'strategy_call_bookings' } as const
  await new Promise<void>((resolve) => {
    strong
      .channel('desk')
      .on('postgres_changes', wish, () => {})
      .subscribe((state) => {
        states.push(state)
        resolve()
      })
  })
  onTestFinished(async () => void (await strong.realtime.disconnect()))
  expect(states).toEqual(['SUBSCRIBED'])
  return states
}

describe("a member's sessions", () => {
  it('[S8] end at once on the operator’s command, together with the member’s subscriptions and unused password link', async () => {
    const agent = await site.memberTwice('agent')
    const { access_token } = await sessionOf(agent)
    const states = await watching(agent)
    expect(await ask(access_token)).toBe(200)
    await site.client().auth.resetPasswordForEmail(agent.email)
    const link = /token=([\w-]+)/.exec(site.letter(agent.email).text)?.[1] ?? ''
    // The agent has two sessions, and one of them has passed two-step verification.
    expect(await endSessionsOf(site.auth, agent.email)).toBe(2)
    expect(await ask(access_token)).toBe(401)
    expect((await agent.strong.auth.refreshSession()).error?.status).toBe(400)
    await expect.poll(() => states).toContain('CLOSED')
    const { error } = await site.client().auth.verifyOtp({ type: 'recovery', token_hash: link })
    expect(error?.code).toBe('otp_expired')
    expect(await endSessionsOf(site.auth, 'nobody@example.com')).toBeNull()
    expect(await entryOf('sessions_ended')).toMatchObject({ subject_id: agent.id, details: { sessions: 2 } })
    expect((await site.signedIn(agent)).auth).toBeTruthy()
  })
})

describe('a leaked token', () => {
  it('is revoked together with its session, whether it is an access or a refresh token', async () => {
    for (const which of ['access_token', 'refresh_token'] as const) {
      const agent = await site.member('agent')
      const session = await sessionOf(agent)
      expect(await revokeLeakedToken(site.auth, session[which])).toEqual({
        what: 'session',
        member: agent.id,
      })
      expect(await ask(session.access_token)).toBe(401)
      expect(await entryOf('token_ended')).toMatchObject({ subject_id: agent.id })
      expect(await revokeLeakedToken(site.auth, session[which])).toBeNull()
    }
  })

  it('cannot open a subscription or keep one open after the token is revoked', async () => {
    const token = await site.auth.keys.sign(
      { aud: 'authenticated', role: 'service_role', jti: crypto.randomUUID() },
      600,
    )
    const states = await watching({ strong: clientOf(token) })
    expect(await revokeLeakedToken(site.auth, token)).toEqual({ what: 'token', member: null })
    site.later(within)
    expect(await ask(token)).toBe(401)
    await expect.poll(() => states).toContain('CHANNEL_ERROR')
    const later = await new Promise((resolve) => clientOf(token).channel('desk').subscribe(resolve))
    expect(later).toBe('CHANNEL_ERROR')
  })

  it('is ignored if it is malformed', async () => {
    const odd = ['', 'a.b.c', 'x'.repeat(43), 'a.e30.c', 'a.IiI.c', `a.${btoa('{"session_id":"1"}')}.c`, "'; --"]
    for (const token of odd) {
      expect([token, await revokeLeakedToken(site.auth, token)]).toEqual([token, null])
    }
  })
})

it('[S8] refuses tokens signed with a replaced key, and issues new tokens for the same sessions', async () => {
  const agent = await site.member('agent')
  const { access_token } = await sessionOf(agent)
  const program = await site.auth.keys.sign({ aud: 'authenticated', role: 'service_role' }, 600)
  const [states, programs] = [await watching(agent), await watching({ strong: clientOf(program) })]
  expect([await ask(access_token), await ask(program)]).toEqual([200, 200])
  await replaceKeys(site.auth)
  site.later(within)
  expect([await ask(access_token), await ask(program)]).toEqual([401, 401])
  for (const heard of [states, programs]) await expect.poll(() => heard).toContain('CHANNEL_ERROR')
  const { data, error } = await agent.strong.auth.refreshSession()
  expect(error).toBeNull()
  expect(await ask(data.session?.access_token ?? '')).toBe(200)
  expect((await owner.strong.auth.refreshSession()).error).toBeNull()
  expect(await entryOf('keys_replaced')).toBeTruthy()
})

it('[S8] lets the operator end the sessions of all users at once', async () => {
  const agent = await site.member('agent')
  const tokens = await Promise.all([owner, agent].map(async (who) => (await sessionOf(who)).access_token))
  for (const token of tokens) expect(await ask(token)).toBe(200)
  expect(await endSessionsOf(site.auth, null)).toBeGreaterThan(1)
  for (const token of tokens) expect(await ask(token)).toBe(401)
  expect(await site.test.asOwner('select from auth.sessions')).toEqual([])
})
