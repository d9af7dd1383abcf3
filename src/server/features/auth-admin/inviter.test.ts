import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { adminForTest } from './testing.ts'

/** Who may invite people: the service role, and an owner who has shown the second factor. */
const room = await adminForTest({ mailEverySeconds: 1 })
afterAll(() => room.close())
beforeEach(() => {
  room.letters.length = 0
})

type Role = 'owner' | 'agent' | 'viewer'

/** A token of a member of the team whose session has this level. */
async function staff(role: Role, aal: 'aal1' | 'aal2' = 'aal2') {
  const { id } = await room.person()
  await room.test.asOwner('insert into staff_members (id, role) values ($1, $2)', [id, role])
  const { access_token } = await room.signIn(id)
  const [session] = await room.test.asOwner<{ id: string }>(
    'update auth.sessions set aal = $2 where user_id = $1 returning id',
    [id, aal],
  )
  const claims = { sub: id, role: 'authenticated', aud: 'authenticated', aal, session_id: session?.id ?? '' }
  return { id, aal1: access_token, token: await room.context.keys.sign(claims, 600) }
}

async function invite(token: string, email: string) {
  const answer = await room.call(
    'POST',
    '/invite',
    { email, data: { name: 'Ann' } },
    {
      authorization: `Bearer ${token}`,
    },
  )
  return { status: answer.statusCode, ...answer.json<{ id?: string; code?: string }>() }
}

const log = (actor: string) =>
  room.test.asOwner(
    `select payload ->> 'action' as action, payload ->> 'outcome' as outcome, payload -> 'traits' as traits
     from auth.audit_log_entries where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'user_invited'`,
    [actor],
  )

describe('an owner', () => {
  it('invites, is written down as who did, and says themselves what the person will be', async () => {
    const owner = await staff('owner')
    const { status, id } = await invite(owner.token, 'ann@example.com')
    expect(status).toBe(200)
    expect(room.letters).toMatchObject([{ kind: 'invite', to: 'ann@example.com' }])
    expect(await room.staffRole(id ?? '')).toBeNull()
    expect(await log(owner.id)).toEqual([{ action: 'user_invited', outcome: 'done', traits: { user: id } }])
  })

  it('leaves who works here already what they are', async () => {
    const owner = await staff('owner')
    const { id } = await room.admin('POST', '/invite', { email: 'pending@example.com' })
    await room.test.asOwner("insert into staff_members (id, role) values ($1, 'viewer')", [id])
    room.time.now += 60_000
    expect(await invite(owner.token, 'pending@example.com')).toMatchObject({ status: 200, id })
    expect(await room.staffRole(id ?? '')).toBe('viewer')
  })

  it.each([
    ['is refused before the second factor', async () => (await staff('owner', 'aal1')).token, 'not_admin'],
    [
      'is refused with a token that claims more than its session has',
      async () => {
        const { id, token } = await staff('owner')
        await room.test.asOwner("update auth.sessions set aal = 'aal1' where user_id = $1", [id])
        return token
      },
      'not_admin',
    ],
    [
      'is refused with a token from before the second factor',
      async () => (await staff('owner')).aal1,
      'not_admin',
    ],
    [
      'is refused once stopped',
      async () => {
        const { id, token } = await staff('owner')
        await room.test.asOwner('update staff_members set disabled_at = now() where id = $1', [id])
        return token
      },
      'session_not_found',
    ],
    [
      'is refused once signed out',
      async () => {
        const { id, token } = await staff('owner')
        await room.test.asOwner('delete from auth.sessions where user_id = $1', [id])
        return token
      },
      'session_not_found',
    ],
    [
      'is refused once an agent',
      async () => {
        const { id, token } = await staff('owner')
        await room.test.asOwner("update staff_members set role = 'agent' where id = $1", [id])
        return token
      },
      'not_admin',
    ],
  ] as const)('%s', async (_what, make, code) => {
    expect(await invite(await make(), 'nobody@example.com')).toEqual({
      status: 403,
      code,
      message: expect.any(String) as string,
    })
    expect(room.letters).toEqual([])
  })
})

describe.each(['agent', 'viewer'] as const)('an %s', (role) => {
  it('is refused, which is written down', async () => {
    const { id, token } = await staff(role)
    expect(await invite(token, 'nobody@example.com')).toMatchObject({ status: 403, code: 'not_admin' })
    expect(await log(id)).toEqual([{ action: 'user_invited', outcome: 'refused', traits: null }])
    expect(room.letters).toEqual([])
  })
})
