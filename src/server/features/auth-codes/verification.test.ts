import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateUser } from '#server/features/auth-users/service.ts'
import { issueCode } from './codes.ts'
import { codesForTest, methodsOf, newAddress, wrong } from './testing.ts'

let on: Awaited<ReturnType<typeof codesForTest>>
beforeAll(async () => {
  on = await codesForTest()
})
afterAll(() => on.close())

const expired = [403, 'otp_expired'] as const

/** A person who has just asked for a mail, and what it holds. */
async function mailed(path: '/recover' | '/resend' = '/recover', change: { confirmed?: boolean } = {}) {
  const user = await on.person(change)
  const email = user.email as string
  expect((await on.ask(path, { email, type: 'signup' })).outcome).toBe(200)
  return { user, email, ...on.letterTo(email) }
}

const byCode = (email: string, token: string, type = 'recovery') => on.ask('/verify', { type, email, token })
const byLink = (token: string, type = 'recovery') => on.ask('/verify', { type, token_hash: token })

describe('what a code is good for', () => {
  it('opens a session once, by digits', async () => {
    const { email, code, user } = await mailed()
    const { outcome, said } = await byCode(email.toUpperCase(), code)
    expect([outcome, said.user.id, methodsOf(said)]).toEqual([200, user.id, ['recovery']])
    const again = await byCode(email, code)
    expect([again.outcome, again.said.message]).toEqual([expired, 'Token has expired or is invalid'])
  })

  it('opens a session once, by the link, after which the digits are used too', async () => {
    const { email, code, token, user } = await mailed()
    const { outcome, said } = await byLink(token)
    expect([outcome, said.user.id, methodsOf(said)]).toEqual([200, user.id, ['recovery']])
    const again = await byLink(token)
    expect([again.outcome, again.said.message]).toEqual([expired, 'Email link is invalid or has expired'])
    expect((await byCode(email, code)).outcome).toEqual(expired)
  })

  it.each([2, 8])('opens one session when %i requests come at once', async (count) => {
    const { email, code, token } = await mailed()
    const asked = Array.from({ length: count }, (_, at) =>
      at % 2 === 0 ? byLink(token) : byCode(email, code),
    )
    const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== 200)).toEqual(Array(count - 1).fill(expired))
  })

  it('is over after an hour, and when a newer one was sent', async () => {
    const old = await mailed()
    await on.ask('/recover', { email: old.email })
    const fresh = on.letterTo(old.email)
    expect((await byLink(old.token)).outcome).toEqual(expired)
    on.time.now += 3600_000
    expect((await byLink(fresh.token)).outcome).toEqual(expired)
    expect((await byCode(old.email, fresh.code)).outcome).toEqual(expired)
  })

  it('proves one mailbox for one purpose', async () => {
    const [one, two] = [await mailed(), await mailed()]
    expect((await byCode(two.email, one.code)).outcome).toEqual(expired)
    for (const type of ['signup', 'invite', 'email_change', 'sms', 'phone_change']) {
      expect((await byLink(one.token, type)).outcome).toEqual(expired)
      expect((await byCode(one.email, one.code, type)).outcome).toEqual(expired)
    }
    const waiting = await mailed('/resend', { confirmed: false })
    expect(waiting.type).toBe('invite')
    expect((await byLink(waiting.token, 'recovery')).outcome).toEqual(expired)
    expect((await byLink(waiting.token, 'magiclink')).outcome).toEqual(expired)
    expect((await byLink(waiting.token, 'invite')).outcome).toBe(200)
  })

  it('is void when the person has another address now', async () => {
    const { user, token } = await mailed()
    await on.inside((tx) => updateUser(tx, user.id, { email: newAddress() }, new Date(on.time.now)))
    expect((await byLink(token)).outcome).toEqual(expired)
  })

  it('takes any code of a mailbox as `email`, whichever letter it came in', async () => {
    const known = await mailed()
    const said = await byCode(known.email, known.code, 'email')
    expect([said.outcome, methodsOf(said.said)]).toEqual([200, ['otp']])
  })

  it.each([
    ['/recover', true],
    ['/resend', false],
  ] as const)('voids every other code of the person: %s', async (path, isConfirmed) => {
    const { user, email, token, type } = await mailed(path, { confirmed: isConfirmed })
    const kinds = ['email_change_new', 'email_change_current', 'reauthentication'] as const
    await on.inside(async (tx) => {
      for (const kind of kinds) await issueCode(tx, on.context, { userId: user.id, kind, address: email })
    })
    const rows = () => on.test.asOwner('select from auth.one_time_tokens where user_id = $1', [user.id])
    expect(await rows()).toHaveLength(4)
    expect((await byLink(token, type)).outcome).toBe(200)
    expect(await rows()).toEqual([])
  })

  it('is kept from people who are banned, and not used up', async () => {
    const { user, token } = await mailed()
    const until = (banned_until: Date | null) =>
      on.inside((tx) => updateUser(tx, user.id, { banned_until }, new Date(on.time.now)))
    await until(new Date(on.time.now + 1000))
    expect((await byLink(token)).outcome).toEqual([403, 'user_banned'])
    const lines = await on.test.asOwner<{ payload: object }>(
      "select payload from auth.audit_log_entries where payload ->> 'actor_id' = $1",
      [user.id],
    )
    expect(lines.at(-1)?.payload).toMatchObject({ outcome: 'refused', traits: { reason: 'user_banned' } })
    await until(null)
    expect((await byLink(token)).outcome).toBe(200)
  })
})

describe('guessing', () => {
  it('voids the digits after five wrong tries, and not the link', async () => {
    const { email, code, token } = await mailed()
    for (let tries = 0; tries < 5; tries++)
      expect((await byCode(email, wrong(code))).outcome).toEqual(expired)
    expect((await byCode(email, code)).outcome).toEqual(expired)
    expect((await byLink(token)).outcome).toBe(200)
  })

  it('takes the digits after four wrong tries', async () => {
    const { email, code } = await mailed()
    for (let tries = 0; tries < 4; tries++) await byCode(email, wrong(code))
    expect((await byCode(email, code)).outcome).toBe(200)
  })

  it.each(['known', 'unknown'])(
    'is slowed for each mailbox, however many letters a %s one gets',
    async (which) => {
      const email = which === 'known' ? ((await on.person()).email as string) : newAddress()
      for (let tries = 0; tries < 10; tries++) {
        if (tries % 5 === 0) await on.ask('/recover', { email })
        expect((await byCode(email, '000000x')).outcome).toEqual(expired)
      }
      await on.ask('/recover', { email })
      const refused = await byCode(email, '000000x')
      expect([refused.outcome, refused.headers['retry-after']]).toEqual([
        [429, 'over_request_rate_limit'],
        '300',
      ])
      expect((await byCode(newAddress(), '000000x')).outcome).toEqual(expired)
      on.time.now += 300_000
      expect((await byCode(email, '000000x')).outcome).toEqual(expired)
      if (which === 'known') expect((await byCode(email, on.letterTo(email).code)).outcome).toBe(200)
    },
  )
})

it('forgets wrong tries when the right one comes', async () => {
  const { email, code } = await mailed()
  for (const tries of [5, 4]) {
    for (let each = 0; each < tries; each++)
      expect((await byCode(email, wrong(code))).outcome).toEqual(expired)
    await on.ask('/recover', { email })
  }
  expect((await byCode(email, on.letterTo(email).code)).outcome).toBe(200)
  expect((await byCode(email, 'wrong')).outcome).toEqual(expired)
})

describe('what comes of it', () => {
  it('confirms the address, by sign-up and by recovery', async () => {
    for (const [path, type] of [
      ['/resend', 'invite'],
      ['/recover', 'recovery'],
    ] as const) {
      const { token } = await mailed(path, { confirmed: false })
      const { said } = await byLink(token, type)
      expect(said.user.email_confirmed_at).toBe(new Date(on.time.now).toISOString())
      expect(said.user.identities).toMatchObject([{ identity_data: { email_verified: true } }])
    }
  })

  it('drops a password that somebody set who may not own the mailbox', async () => {
    const password = async (path: '/recover' | '/resend', confirmed: boolean) => {
      const user = await on.person({ confirmed })
      const email = user.email as string
      await on.inside((tx) => updateUser(tx, user.id, { encrypted_password: 'set' }, new Date(on.time.now)))
      await on.ask(path, { email, type: 'signup' })
      const { token, type } = on.letterTo(email)
      expect((await byLink(token, type)).outcome).toBe(200)
      const rows = await on.test.asOwner('select encrypted_password as p from auth.users where id = $1', [
        user.id,
      ])
      return rows[0]?.p
    }
    expect(await password('/recover', false)).toBeNull()
    expect(await password('/recover', true)).toBe('set')
    expect(await password('/resend', false)).toBe('set')
  })

  it('stands in the security log, without addresses, tokens and digits', async () => {
    const { user, email, token, code } = await mailed()
    await byCode(email, wrong(code))
    await byLink(token)
    const rows = await on.test.asOwner<{ payload: { action: string; outcome: string; actor_id: string } }>(
      'select payload from auth.audit_log_entries order by created_at',
    )
    const lines = rows.map(({ payload }) => payload)
    const seen = (action: string, outcome: string, actor_id: string | null) =>
      lines.some((line) => line.action === action && line.outcome === outcome && line.actor_id === actor_id)
    expect(seen('user_recovery_requested', 'done', user.id)).toBe(true)
    expect(seen('verification_attempted', 'refused', null)).toBe(true)
    expect(seen('verification_attempted', 'done', user.id)).toBe(true)
    const written = JSON.stringify(lines) + on.log()
    for (const secret of [email, token]) expect(written).not.toContain(secret)
  })
})
