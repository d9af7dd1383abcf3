import { afterAll, describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { sessionsForTest } from './testing.ts'

const room = await sessionsForTest()
afterAll(() => room.close())

async function threeSessions() {
  const user = await room.person()
  const [here, there, elsewhere] = [await room.open(user), await room.open(user), await room.open(user)]
  return [here.access_token, there.access_token, elsewhere.access_token] as const
}

const alive = async (tokens: readonly string[]) =>
  Promise.all(tokens.map(async (token) => (await room.get('/who', token)).statusCode === 200))

describe('POST /logout', () => {
  it(
    'ends the sessions of its scope',
    eachOf(
      [
        ['', [false, false, false]],
        ['?scope=global', [false, false, false]],
        ['?scope=local', [false, true, true]],
        ['?scope=others', [true, false, false]],
      ],
      async (query, left) => {
        const tokens = await threeSessions()
        const stranger = await room.open(await room.person())
        const answer = await room.post(`/logout${query}`, tokens[0])
        expect([answer.statusCode, answer.body]).toEqual([204, ''])
        expect(await alive(tokens)).toEqual(left)
        expect(await alive([stranger.access_token])).toEqual([true])
        expect(await room.isLive(tokens[0])).toBe(left[0])
      },
    ),
  )

  it('ends the refresh tokens of what it ends', async () => {
    const user = await room.person()
    const { access_token, refresh_token } = await room.open(user)
    await room.post('/logout', access_token)
    await expect(room.refresh(refresh_token)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
  })

  it('knows no other scope, and ends nothing then', async () => {
    const tokens = await threeSessions()
    for (const query of ['?scope=all', '?scope=', '?scope=local&scope=global']) {
      const answer = await room.post(`/logout${query}`, tokens[0])
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed'])
    }
    expect(await alive(tokens)).toEqual([true, true, true])
  })

  it('says that the session is gone when it is', async () => {
    const [token] = await threeSessions()
    await room.post('/logout', token)
    const answer = await room.post('/logout', token)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'session_not_found'])
  })

  it('is written into the security log', async () => {
    const user = await room.person()
    const { access_token } = await room.open(user)
    await room.post('/logout?scope=local', access_token)
    const entries = await room.test.asOwner<{ action: string }>(
      `select payload ->> 'action' as action from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 order by created_at`,
      [user.id],
    )
    expect(entries.map(({ action }) => action).sort()).toEqual(['login', 'logout'])
  })
})
