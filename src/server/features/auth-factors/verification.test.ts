import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { claimsOf, type FactorTest, factorsForTest, wrong } from './testing.ts'

let at: FactorTest
beforeAll(async () => {
  at = await factorsForTest()
})
afterAll(() => at.close())

const failed = [422, 'mfa_verification_failed'] as const
const limited = [429, 'over_request_rate_limit'] as const

describe('the right code', () => {
  it('makes the session aal2, in place, and the factor one that counts', async () => {
    const user = await at.person()
    const session = await at.signIn(user)
    const factor = await at.enrol(session)
    at.time.now += 5000
    const { outcome, said } = await at.tryCode(session, factor, at.codeOf(factor.secret))
    expect(outcome).toBe(200)
    expect(claimsOf(said)).toMatchObject({
      aal: 'aal2',
      session_id: claimsOf(session).session_id,
      amr: [{ method: 'totp', timestamp: Math.floor(at.time.now / 1000) }, { method: 'password' }],
    })
    expect(said.user.factors).toMatchObject([{ id: factor.id, status: 'verified', factor_type: 'totp' }])
    expect(await at.sessionsOf(user)).toEqual([{ id: claimsOf(session).session_id, aal: 'aal2' }])
    expect(claimsOf(await at.refresh(said))).toMatchObject({ aal: 'aal2' })
    expect(at.letters.at(-1)).toMatchObject({ to: user.email, kind: 'factor-added' })
  })

  it('ends what was open without it: other sessions below aal2, and older refresh tokens', async () => {
    const { user, factor, strong } = await at.protectedPerson()
    const [thief, session] = [await at.signIn(user), await at.signIn(user)]
    const renewed = await at.refresh(session)
    const risen = await at.pass(renewed, factor)
    expect((await at.sessionsOf(user)).map(({ id }) => id)).toEqual(
      [strong, session].map((each) => claimsOf(each).session_id),
    )
    for (const old of [session, renewed, thief]) {
      await expect(at.refresh(old)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
    }
    expect((await at.ask(thief, 'GET', '/recovery-codes')).outcome).toEqual([403, 'session_not_found'])
    expect(claimsOf(await at.refresh(risen)).aal).toBe('aal2')
    expect(at.letters.filter(({ to }) => to === user.email)).toHaveLength(1)
  })

  it('removes what else was pending, whose secret somebody else may have', async () => {
    const session = await at.signIn(await at.person())
    const [factor, tablet] = [await at.enrol(session), await at.enrol(session, 'Tablet')]
    const strong = await at.pass(session, factor)
    expect(strong.user.factors).toMatchObject([{ id: factor.id }])
    expect((await at.ask(strong, 'POST', `/${tablet.id}/challenge`)).outcome).toEqual([
      404,
      'mfa_factor_not_found',
    ])
  })

  it('may come with spaces, as some apps show it', async () => {
    const { user, factor } = await at.protectedPerson()
    at.time.now += 30_000
    const code = at.codeOf(factor.secret)
    const session = await at.signIn(user)
    const { outcome } = await at.tryCode(session, factor, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(outcome).toBe(200)
  })
})

describe('a step of time', () => {
  it('is good once, whatever the challenge and the session', async () => {
    const { user, factor, strong } = await at.protectedPerson()
    const code = at.codeOf(factor.secret)
    expect((await at.tryCode(strong, factor, code)).outcome).toEqual(failed)
    expect((await at.tryCode(await at.signIn(user), factor, code)).outcome).toEqual(failed)
    at.time.now += 30_000
    // The code is still inside its window, but spent.
    expect((await at.tryCode(strong, factor, code)).outcome).toEqual(failed)
  })

  it('is spent by a later one', async () => {
    const { factor, strong } = await at.protectedPerson()
    at.time.now += 60_000
    expect((await at.tryCode(strong, factor, at.codeOf(factor.secret, 1))).outcome).toBe(200)
    expect((await at.tryCode(strong, factor, at.codeOf(factor.secret))).outcome).toEqual(failed)
  })

  it('may be one early or one late, not two', async () => {
    for (const [steps, outcome] of [
      [-2, failed],
      [-1, 200],
      [1, 200],
      [2, failed],
    ] as const) {
      const session = await at.signIn(await at.person())
      const factor = await at.enrol(session)
      expect((await at.tryCode(session, factor, at.codeOf(factor.secret, steps))).outcome).toEqual(outcome)
    }
  })

  it('is good once for all who come at once', async () => {
    const here = await factorsForTest()
    const { factor, strong } = await here.protectedPerson()
    here.time.now += 30_000
    const code = here.codeOf(factor.secret)
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, async () => (await here.tryCode(strong, factor, code)).outcome),
    )
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
    await here.close()
  })
})

it('a challenge is answered once by all who come at once', async () => {
  const { factor, strong } = await at.protectedPerson()
  at.time.now += 60_000
  const id = await at.challenge(strong, factor)
  const codes = [at.codeOf(factor.secret, -1), at.codeOf(factor.secret), at.codeOf(factor.secret, 1)]
  const outcomes = await Promise.all(
    codes.map(async (code) => (await at.answer(strong, factor, id, code)).outcome),
  )
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
})

it('a factor that somebody enrolled before there was another does not become one at aal1', async () => {
  const { user, strong } = await at.protectedPerson()
  const planted = await at.enrol(strong, 'Tablet')
  const weak = await at.signIn(user)
  expect((await at.tryCode(weak, planted, at.codeOf(planted.secret))).outcome).toEqual([
    403,
    'insufficient_aal',
  ])
  expect((await at.tryCode(strong, planted, at.codeOf(planted.secret))).outcome).toBe(200)
})

describe('guessing', () => {
  it('is slowed for one person, over all challenges, and for nobody else', async () => {
    const { user, factor } = await at.protectedPerson()
    at.time.now += 30_000
    const session = await at.signIn(user)
    const code = at.codeOf(factor.secret)
    for (let tries = 0; tries < 10; tries++) {
      expect((await at.tryCode(session, factor, wrong(code))).outcome).toEqual(failed)
    }
    const eleventh = await at.tryCode(session, factor, code)
    expect(eleventh).toMatchObject({ outcome: limited, retryAfter: '300' })
    expect((await at.protectedPerson()).strong.access_token).toBeTruthy()
    // The other person's sign-in moved the clock; the window of this one is counted from its first try.
    at.time.now += 300_000
    expect((await at.tryCode(session, factor, at.codeOf(factor.secret))).outcome).toBe(200)
  })

  it('starts again from nothing after a right code', async () => {
    const { factor, strong } = await at.protectedPerson()
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 9; tries++) await at.tryCode(strong, factor, '000000')
      at.time.now += 30_000
      expect((await at.tryCode(strong, factor, at.codeOf(factor.secret))).outcome).toBe(200)
    }
  })

  it('ends for the day after thirty, and impatience in between does not count', async () => {
    const { factor, user } = await at.protectedPerson()
    const session = await at.signIn(user)
    const began = at.time.now
    const looked = []
    for (let tries = 0; tries < 60; tries++) {
      const { outcome } = await at.tryCode(session, factor, 'abcdef')
      if (outcome !== 200 && outcome[0] === 422) looked.push(outcome)
      if (tries % 15 === 14) at.time.now += 300_000
    }
    expect(looked).toHaveLength(30)
    at.time.now += 300_000
    const next = await at.tryCode(session, factor, at.codeOf(factor.secret))
    expect(next).toMatchObject({
      outcome: limited,
      retryAfter: String(Math.ceil((began + 86_400_000 - at.time.now) / 1000)),
    })
    at.time.now = began + 86_400_000
    // The session has ended overnight.
    const tomorrow = await at.signIn(user)
    expect((await at.tryCode(tomorrow, factor, at.codeOf(factor.secret))).outcome).toBe(200)
  })

  it('is written down, as are limits reached', async () => {
    const { user, factor, strong } = await at.protectedPerson()
    for (let tries = 0; tries < 11; tries++) await at.tryCode(strong, factor, '000000')
    const lines = await at.test.asOwner<{ line: string }>(
      `select payload ->> 'action' || ' ' || (payload ->> 'outcome') as line from auth.audit_log_entries
       where payload ->> 'actor_id' = $1`,
      [user.id],
    )
    const count = (line: string) => lines.filter((each) => each.line === line).length
    expect(count('verification_attempted refused')).toBe(10)
    expect(count('verification_attempted done')).toBe(1)
    expect(count('limit_reached refused')).toBe(1)
    expect(count('factor_in_progress done')).toBe(1)
  })
})

it(
  'refuses mistaken bodies',
  eachOf([{}, { code: '' }, { code: '  ' }, { code: 123456 }, { code: '1'.repeat(200) }], async (body) => {
    const session = await at.signIn(await at.person())
    const factor = await at.enrol(session)
    const challenge_id = await at.challenge(session, factor)
    const { outcome } = await at.ask(session, 'POST', `/${factor.id}/verify`, { challenge_id, ...body })
    expect(outcome).toEqual([400, 'validation_failed'])
  }),
)
