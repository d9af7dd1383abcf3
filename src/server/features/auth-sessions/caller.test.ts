import { afterAll, describe, expect, it } from 'vitest'
import { claimsOf, sessionsForTest } from './testing.ts'

const room = await sessionsForTest()
afterAll(() => room.close())

const answer = async (token: string | undefined, path = '/who') => {
  const { statusCode, body } = await room.get(path, token)
  const { code, message } = JSON.parse(body) as { code: string; message: string }
  return [statusCode, code, message]
}
const text = (pattern: RegExp) => expect.stringMatching(pattern) as string
const nobody = '2f1c0c1e-0000-4000-8000-000000000001'
const sign = (claims: object) =>
  room.context.keys.sign({ aud: 'authenticated', role: 'authenticated', ...claims }, 600)

/** The table of the bearer's checks, in its order: each token fails at one check and at all later ones. */
describe('a bearer', () => {
  it('is needed', async () => {
    const refused = [401, 'no_authorization', text(/requires a valid Bearer token/)]
    expect(await answer(undefined)).toEqual(refused)
    const { statusCode, body } = await room.app.inject({
      url: '/auth/v1/who',
      headers: { authorization: 'Basic dXNlcjpwdw==', 'x-supabase-api-version': '2024-01-01' },
    })
    expect([statusCode, JSON.parse(body).code]).toEqual([401, 'no_authorization'])
  })

  it('must be a token of ours, and not the key of the site', async () => {
    const refused = [403, 'bad_jwt', text(/^invalid JWT: unable to parse or verify signature/)]
    expect(await answer('sb_publishable_key')).toEqual(refused)
    const expired = await sign({ sub: nobody })
    room.time.now += 600_000
    expect(await answer(expired)).toEqual(refused)
  })

  it('must name a person', async () => {
    expect(await answer(await sign({ role: 'anon' }))).toEqual([403, 'bad_jwt', text(/sub/)])
    expect(await answer(await sign({ sub: 'me', session_id: 'x' }))).toEqual([400, 'bad_jwt', text(/UUID/)])
  })

  it('must name a person who is there', async () => {
    const gone = await sign({ sub: nobody, session_id: 'x' })
    expect(await answer(gone)).toEqual([403, 'user_not_found', text(/does not exist/)])
    const user = await room.person()
    const { access_token } = await room.open(user)
    await room.test.asOwner('update auth.users set deleted_at = now() where id = $1', [user.id])
    expect((await answer(access_token))[1]).toBe('user_not_found')
  })

  it('must name a session of theirs', async () => {
    const [one, other] = [await room.person(), await room.person()]
    const theirs = claimsOf((await room.open(other)).access_token).session_id
    await room.test.asOwner("update auth.users set banned_until = '2999-01-01' where id = $1", [one.id])
    expect((await answer(await sign({ sub: one.id })))[1]).toBe('bad_jwt')
    expect((await answer(await sign({ sub: one.id, session_id: 'x' })))[1]).toBe('bad_jwt')
    for (const session_id of [nobody, theirs]) {
      const token = await sign({ sub: one.id, session_id })
      expect(await answer(token)).toEqual([403, 'session_not_found', text(/does not exist/)])
    }
  })

  it('must not be banned', async () => {
    const user = await room.person()
    const { access_token } = await room.open(user)
    await room.test.asOwner("update auth.users set banned_until = '2999-01-01' where id = $1", [user.id])
    expect(await answer(access_token)).toEqual([403, 'user_banned', text(/banned/)])
    expect(await room.isLive(access_token)).toBe(false)
  })

  it('is as sure as their session is now, whatever the token says', async () => {
    const { access_token } = await room.open(await room.person())
    const { sub, session_id } = claimsOf(access_token)
    const raised = await sign({ sub, session_id, aal: 'aal2' })
    expect((await room.get('/who', raised)).json()).toMatchObject({ aal: 'aal1' })
  })
})

describe('an administrator', () => {
  it('has the role of one, and no person has it by being one', async () => {
    expect((await room.get('/admin', await sign({ role: 'service_role' }))).json()).toEqual({ admin: true })
    const { access_token } = await room.open(await room.person())
    for (const token of [access_token, await sign({ role: 'anon' })]) {
      expect((await answer(token, '/admin')).slice(0, 2)).toEqual([403, 'not_admin'])
    }
    expect((await answer(undefined, '/admin'))[0]).toBe(401)
  })

  it('in a session is none when that has ended', async () => {
    const user = await room.person()
    const { session_id } = claimsOf((await room.open(user)).access_token)
    const token = await sign({ role: 'service_role', sub: user.id, session_id })
    expect((await room.get('/admin', token)).statusCode).toBe(200)
    await room.test.asOwner('delete from auth.sessions where id = $1', [session_id])
    expect((await answer(token, '/admin')).slice(0, 2)).toEqual([403, 'session_expired'])
  })
})
