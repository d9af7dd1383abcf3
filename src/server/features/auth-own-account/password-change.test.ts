import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { issueCode } from '#server/features/auth-codes/service.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { defaultAuthSettings } from '#server/lib/auth/settings.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { another, password, userForTest } from './testing.ts'

const room = await userForTest()
afterAll(() => room.close())
beforeEach(() => {
  Object.assign(room.context.settings, defaultAuthSettings)
})

const outcome = ({ status, code }: { status: number; code?: string }) => [status, code]

describe('a new password', () => {
  it('ends every other session of the person, and no one else’s', async () => {
    const [user, neighbour] = [await room.person(), await room.person()]
    const [here, there] = [await room.signIn(user), await room.signIn(user)]
    const theirs = await room.signIn(neighbour)
    expect((await room.put(here, { password: another })).status).toBe(200)
    expect((await room.get('/user', here)).statusCode).toBe(200)
    expect((await room.get('/user', there)).json().code).toBe('session_not_found')
    expect((await room.get('/user', theirs)).statusCode).toBe(200)
    expect([await room.hasPassword(user, another), await room.hasPassword(user, password)]).toEqual([
      true,
      false,
    ])
  })

  it('voids codes that are under way, and tells the mailbox', async () => {
    const user = await room.person()
    await decide(room.context.database, (tx) =>
      issueCode(tx, room.context, { userId: user.id, kind: 'recovery', address: user.email ?? '' }),
    )
    await room.put(await room.signIn(user), { password: another })
    expect(await room.test.asOwner('select from auth.one_time_tokens where user_id = $1', [user.id])).toEqual(
      [],
    )
    expect(room.letters.at(-1)).toMatchObject({ to: user.email, kind: 'password-changed' })
  })

  it(
    'is not what the rule forbids',
    eachOf(
      [
        ['the old one', password, 422, 'same_password'],
        ['a short one', 'duck pond', 422, 'weak_password'],
        ['one that everybody has', 'password1234', 422, 'weak_password'],
        ['one that would be cut', 'x y '.repeat(19), 400, 'validation_failed'],
      ],
      async (_, secret, status, code) => {
        const user = await room.person()
        const refused = await room.put(await room.signIn(user), { password: secret })
        expect(outcome(refused)).toEqual([status, code])
        if (code === 'weak_password') expect(refused.weak_password?.reasons.length).toBeGreaterThan(0)
        expect(await room.hasPassword(user, password)).toBe(true)
      },
    ),
  )

  it('is not the address that comes with it', async () => {
    const token = await room.signIn(await room.person())
    const refused = await room.put(token, { email: 'longenoughname@example.com', password: 'longenoughname' })
    expect(outcome(refused)).toEqual([422, 'weak_password'])
  })

  it('is written into the security log', async () => {
    const user = await room.person()
    await room.put(await room.signIn(user), { password: another })
    const rows = await room.test.asOwner(
      `select from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'user_updated_password'`,
      [user.id],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('a second factor', () => {
  it.each(['password', 'recovery'] as const)('is needed by a session opened by %s', async (method) => {
    const user = await room.person()
    const token = await room.signIn(user, method)
    await room.factor(user)
    for (const change of [{ password: another }, { email: 'elsewhere@example.com' }]) {
      expect(outcome(await room.put(token, change))).toEqual([401, 'insufficient_aal'])
    }
    expect((await room.put(token, { data: { name: 'Ada' } })).status).toBe(200)
    expect((await room.put(token, { email: user.email })).status).toBe(200)
    await room.test.asOwner("update auth.sessions set aal = 'aal2' where user_id = $1", [user.id])
    expect((await room.put(token, { password: another })).status).toBe(200)
  })
})

describe('a proof that comes with the change', () => {
  it('a present password may be guessed ten times in an open browser', async () => {
    const token = await room.signIn(await room.person())
    const guess = (current_password: string) => room.put(token, { password: another, current_password })
    for (let n = 0; n < 10; n++) expect((await guess(`wrong ${n}`)).code).toBe('current_password_invalid')
    expect(outcome(await guess(password))).toEqual([429, 'over_request_rate_limit'])
    room.time.now += 300_000
    expect((await guess(password)).status).toBe(200)
  })

  it('a code works once, and wrong ones are counted although the answer is no', async () => {
    const token = await room.signIn(await room.person())
    const mailed = async () => {
      await room.get('/reauthenticate', token)
      return /\b\d{6}\b/.exec(room.letters.at(-1)?.text ?? '')?.[0] ?? ''
    }
    const nonce = await mailed()
    expect((await room.put(token, { password: another, nonce })).status).toBe(200)
    const refused = [422, 'reauthentication_not_valid']
    const next = { password: 'nine swans under the bridge' }
    expect(outcome(await room.put(token, { ...next, nonce }))).toEqual(refused)
    room.time.now += 60_000
    const other = await mailed()
    for (let n = 0; n < 5; n++) await room.put(token, { ...next, nonce: 'x' })
    expect(outcome(await room.put(token, { ...next, nonce: other }))).toEqual(refused)
  })
})

describe('a person without an address', () => {
  it('gets no password before they have one, or ask for one', async () => {
    const token = await room.signIn(await room.person({ email: null, hash: null }))
    expect(outcome(await room.put(token, { password: another }))).toEqual([422, 'validation_failed'])
    expect((await room.put(token, { email: 'new1@example.com' })).status).toBe(200)
    expect((await room.put(token, { password: another })).status).toBe(200)
    const other = await room.signIn(await room.person({ email: null, hash: null }))
    expect((await room.put(other, { email: 'new2@example.com', password: another })).status).toBe(200)
  })
})
