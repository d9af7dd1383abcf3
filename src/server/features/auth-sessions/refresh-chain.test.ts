import { afterAll, describe, expect, it } from 'vitest'
import { decide } from '#server/lib/auth/decide.ts'
import { nameless } from '#server/lib/auth/testing.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { findSession } from './queries.ts'
import { strengthenSession } from './service.ts'
import { claimsOf, deviceNamed, sessionsForTest } from './testing.ts'

const room = await sessionsForTest()
afterAll(() => room.close())

const second = 1000
const reused = expect.objectContaining({ code: 'refresh_token_already_used', status: 400 }) as unknown
const sessionOf = (token: string) => String(claimsOf(token).session_id)

/** A session, its tokens in the order in which they were given, and each of them used once. */
async function chain(length: number) {
  const first = await room.open(await room.person())
  const bodies = [first]
  while (bodies.length < length) {
    room.time.now += second
    bodies.push(await room.refresh(bodies.at(-1)?.refresh_token ?? ''))
  }
  return {
    bodies,
    tokens: bodies.map(({ refresh_token }) => refresh_token) as [string, string, string, string],
  }
}

describe('rule 1, the active token', () => {
  it('gives a new one of the same session, and an access token that differs', async () => {
    const { bodies } = await chain(2)
    const [before, after] = bodies
    expect(after?.refresh_token).not.toBe(before?.refresh_token)
    expect(after?.access_token).not.toBe(before?.access_token)
    expect(sessionOf(after?.access_token ?? '')).toBe(sessionOf(before?.access_token ?? ''))
    expect(after?.user.id).toBe(before?.user.id)
  })

  it('adds nothing to how the session was opened', async () => {
    const { bodies } = await chain(3)
    const [first, , last] = bodies.map((body) => claimsOf(body.access_token).amr)
    expect(last).toEqual(first)
    expect(first).toEqual([{ method: 'password', timestamp: expect.any(Number) as number }])
  })
})

describe('rule 2, the one used just before, whose successor nobody used', () => {
  it('gives the active one again for the interval: the answer was lost', async () => {
    const { tokens } = await chain(2)
    room.time.now += 10 * second
    const again = await room.refresh(tokens[0])
    expect(again.refresh_token).toBe(tokens[1])
    expect((await room.refresh(tokens[0])).refresh_token).toBe(tokens[1])
    expect((await room.refresh(tokens[1])).refresh_token).not.toBe(tokens[1])
  })

  it.each([0, 3, 60])('is worth nothing after the interval, %i s: both are out', async (reuseSeconds) => {
    const by = room.with({ reuseSeconds })
    const { tokens } = await chain(2)
    room.time.now += reuseSeconds * second + 1
    await expect(room.refresh(tokens[0], by)).rejects.toEqual(reused)
    await expect(room.refresh(tokens[1], by)).rejects.toEqual(reused)
  })
})

describe('rule 3, any used one whose successor was used too', () => {
  it('was stolen, however soon it comes, and both are out', async () => {
    const { tokens } = await chain(3)
    await expect(room.refresh(tokens[0])).rejects.toEqual(reused)
    await expect(room.refresh(tokens[2])).rejects.toEqual(reused)
  })
})

describe('a session whose device named itself', () => {
  const [desk, phone] = [deviceNamed('desk'), deviceNamed('phone')]

  it('goes on from that device, and an answer lost there is given again', async () => {
    const { refresh_token } = await room.open(await room.person(), 'password', room.context, desk)
    const next = await room.refresh(refresh_token, room.context, desk)
    expect((await room.refresh(refresh_token, room.context, desk)).refresh_token).toBe(next.refresh_token)
  })

  it.each([
    ['another device', phone],
    ['a program that names none', { ...desk, device: null }],
  ])('ends when %s shows a token of it, the live one too', async (_, client) => {
    const opened = await room.open(await room.person(), 'password', room.context, desk)
    await expect(room.refresh(opened.refresh_token, room.context, client)).rejects.toEqual(reused)
    await expect(room.refresh(opened.refresh_token, room.context, desk)).rejects.toEqual(reused)
    expect(await room.isLive(opened.access_token)).toBe(false)
  })

  it('is the first one to name itself, where the session began with a link', async () => {
    const opened = await room.open(await room.person(), 'invite')
    const next = await room.refresh(opened.refresh_token, room.context, desk)
    await expect(room.refresh(next.refresh_token, room.context, phone)).rejects.toEqual(reused)
  })
})

describe('rule 4, any other', () => {
  it('ends the session for both who hold its tokens, at once and for access tokens too', async () => {
    const { tokens, bodies } = await chain(3)
    const owner = bodies[2]?.access_token ?? ''
    expect((await room.get('/who', owner)).statusCode).toBe(200)
    expect(await room.isLive(owner)).toBe(true)
    room.time.now += 60 * second
    await expect(room.refresh(tokens[0])).rejects.toEqual(reused)
    // The end was committed although the answer was an error.
    for (const token of tokens) await expect(room.refresh(token)).rejects.toEqual(reused)
    const refused = await room.get('/who', owner)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'session_not_found'])
    expect(await room.isLive(owner)).toBe(false)
  })

  it('ends it for a server whose clock is behind, too', async () => {
    // No earlier than the database's clock, which may be ahead of the other server as well.
    room.time.now = Date.now()
    const { tokens, bodies } = await chain(3)
    const owner = bodies[2]?.access_token ?? ''
    await expect(room.refresh(tokens[0])).rejects.toEqual(reused)
    room.time.now -= 60 * second
    expect((await room.get('/who', owner)).json().code).toBe('session_not_found')
    room.time.now += 60 * second
  })

  it('leaves the other sessions of the person alone', async () => {
    const user = await room.person()
    const [one, other] = [await room.open(user), await room.open(user)]
    const next = await room.refresh(one.refresh_token)
    await room.refresh(next.refresh_token)
    room.time.now += 60 * second
    await expect(room.refresh(one.refresh_token)).rejects.toEqual(reused)
    expect((await room.refresh(other.refresh_token)).user.id).toBe(user.id)
  })

  it('is written into the security log once, with nobody named', async () => {
    const { tokens, bodies } = await chain(3)
    room.time.now += 60 * second
    for (const _ of [1, 2, 3]) await expect(room.refresh(tokens[0])).rejects.toEqual(reused)
    const session = sessionOf(bodies[0]?.access_token ?? '')
    const entries = await room.test.asOwner<{ payload: object }>(
      "select payload from auth.audit_log_entries where payload -> 'traits' ->> 'session' = $1",
      [session],
    )
    const revoked = entries.filter(({ payload }) => JSON.stringify(payload).includes('token_revoked'))
    expect(revoked).toHaveLength(1)
    expect(JSON.stringify(revoked)).not.toContain('@')
  })
})

describe('refreshes at once', () => {
  it('with one token all get the same next one', async () => {
    const { refresh_token } = await room.open(await room.person())
    const bodies = await Promise.all([1, 2, 3, 4, 5].map(() => room.refresh(refresh_token)))
    expect(new Set(bodies.map((body) => body.refresh_token)).size).toBe(1)
    expect((await room.refresh(bodies[0]?.refresh_token ?? '')).refresh_token).not.toBe(refresh_token)
  })
})

describe('a token', () => {
  it(
    'is refused when it is none',
    eachOf(
      [
        ['validation_failed', 'short'],
        ['validation_failed', 'with spaces in between'],
        ['validation_failed', `'; drop table auth.users; --`],
        ['refresh_token_not_found', 'x'.repeat(43)],
      ],
      async (code, token) => {
        await expect(room.refresh(token)).rejects.toMatchObject({ code, status: 400 })
      },
    ),
  )

  it('lies in the database as its hash alone', async () => {
    const { tokens } = await chain(3)
    const rows = await room.test.asOwner<{ dump: string }>(
      'select t::text as dump from auth.refresh_tokens t',
    )
    const dump = rows.map((row) => row.dump).join('\n')
    for (const token of tokens) expect(dump).not.toContain(token)
  })

  it('from before the second factor leads to no aal2, not even to the session', async () => {
    const user = await room.person()
    const weak = await room.open(user)
    const next = await room.refresh(weak.refresh_token)
    const strong = await decide(room.context.database, async (tx) => {
      const session = await findSession(tx, sessionOf(weak.access_token))
      if (!session) throw new Error('no session')
      return strengthenSession(tx, room.context, user, session, {
        method: 'totp',
        factorId: null,
        client: nameless,
      })
    })
    for (const old of [weak, next]) {
      await expect(room.refresh(old.refresh_token)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
    }
    const after = await room.refresh(strong.refresh_token)
    expect(claimsOf(after.access_token)).toMatchObject({
      aal: 'aal2',
      session_id: sessionOf(weak.access_token),
    })
  })
})
