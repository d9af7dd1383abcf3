import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { bearerClaims, requireAdmin } from './caller.ts'
import { authForTest, claimsOf } from './testing.ts'

const at = await authForTest()
afterAll(() => at.close())

const { keys } = at.context
const sign = (claims: object) => keys.sign({ aud: 'authenticated', role: 'authenticated', ...claims }, 600)
const refusal = (status: number, code: string, message: RegExp) =>
  expect.objectContaining({ status, code, message: expect.stringMatching(message) }) as unknown
const banned = { banned_until: new Date('2999-01-01') }

/** The tests follow the order of the checks: each token fails one check and all later checks. */
describe('requireCaller', () => {
  it('rejects a request without a bearer token', async () => {
    for (const headers of [{}, { authorization: 'Basic dXNlcjpwdw==' }]) {
      await expect(bearerClaims(keys, headers)).rejects.toEqual(
        refusal(401, 'no_authorization', /requires a valid Bearer token/),
      )
    }
  })

  it("rejects an expired token and another server's token", async () => {
    const bad = refusal(403, 'bad_jwt', /^invalid JWT: unable to parse or verify signature/)
    await expect(at.callerOf('sb_publishable_key')).rejects.toEqual(bad)
    const expired = await sign({ sub: randomUUID() })
    at.time.now += 600_000
    await expect(at.callerOf(expired)).rejects.toEqual(bad)
  })

  it('rejects a token without a user id', async () => {
    await expect(at.callerOf(await sign({ role: 'anon' }))).rejects.toEqual(refusal(403, 'bad_jwt', /sub/))
    const named = await sign({ sub: 'me', session_id: 'x' })
    await expect(at.callerOf(named)).rejects.toEqual(refusal(400, 'bad_jwt', /UUID/))
  })

  it('rejects a token for an unknown or deleted user', async () => {
    const missing = refusal(403, 'user_not_found', /does not exist/)
    await expect(at.callerOf(await sign({ sub: randomUUID(), session_id: 'x' }))).rejects.toEqual(missing)
    const user = await at.person()
    const { access_token } = await at.open(user)
    await at.change(user, { deleted_at: new Date() })
    await expect(at.callerOf(access_token)).rejects.toEqual(missing)
  })

  it("rejects a token that names no session, an unknown session or another user's session", async () => {
    const [user, other] = [await at.person(), await at.person()]
    await at.change(user, banned)
    for (const more of [{}, { session_id: 'x' }]) {
      const token = await sign({ sub: user.id, ...more })
      await expect(at.callerOf(token)).rejects.toEqual(refusal(403, 'bad_jwt', /session_id/))
    }
    for (const session_id of [randomUUID(), claimsOf(await at.open(other)).session_id]) {
      const token = await sign({ sub: user.id, session_id })
      await expect(at.callerOf(token)).rejects.toEqual(refusal(403, 'session_not_found', /does not exist/))
      expect(await at.isLive(token)).toBe(false)
    }
  })

  it('rejects a banned user, as row-level security does', async () => {
    const user = await at.person()
    const { access_token } = await at.open(user)
    await at.change(user, banned)
    await expect(at.callerOf(access_token)).rejects.toEqual(refusal(403, 'user_banned', /banned/))
    expect(await at.isLive(access_token)).toBe(false)
  })
})

it('takes the assurance level of a caller from the session, even if the access token contains a different level', async () => {
  const { sub, session_id } = claimsOf(await at.open(await at.person()))
  const { claims } = await at.callerOf(await sign({ sub, session_id, aal: 'aal2' }))
  expect(claims.aal).toBe('aal1')
})

describe('requireAdmin', () => {
  const admit = async (token: string) => at.inside(async (tx) => requireAdmin(tx, at.context, await keys.verify(token)))

  it('accepts only the service role', async () => {
    await admit(await sign({ role: 'service_role' }))
    for (const token of [(await at.open(await at.person())).access_token, await sign({ role: 'anon' })]) {
      await expect(admit(token)).rejects.toEqual(refusal(403, 'not_admin', /not allowed/))
    }
  })

  it('rejects a token whose session has ended', async () => {
    const user = await at.person()
    const { session_id } = claimsOf(await at.open(user))
    const token = await sign({ role: 'service_role', sub: user.id, session_id })
    await admit(token)
    await at.test.asOwner('delete from auth.sessions where id = $1', [session_id])
    await expect(admit(token)).rejects.toEqual(refusal(403, 'session_expired', /ended/))
  })
})
