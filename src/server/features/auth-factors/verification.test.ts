import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { claimsOf, withWrongDigit } from '#server/features/auth-sessions/testing.ts'
import { testEach } from '#shared/lib/testing.ts'
import { factorsForTest } from './testing.ts'

const at = await factorsForTest()
afterAll(() => at.close())

const failed = [422, 'mfa_verification_failed'] as const
const notFound = [404, 'mfa_factor_not_found'] as const
const limited = [429, 'over_request_rate_limit'] as const
/** A new user's session at aal1, and a pending authenticator app. */
async function enrolled() {
  const session = await at.signIn()
  return { session, factor: await at.enroll(session) }
}

describe('second-factor challenge', () => {
  it('expires after five minutes', async () => {
    const { session, factor } = await enrolled()
    const path = `/factors/${factor.id}/challenge`
    const { said } = await at.ask<{ id: string }>('POST', path, {
      as: session,
      body: { factorId: factor.id },
    })
    const expires_at = Math.floor(at.time.now / 1000) + 300
    expect(said).toEqual({ id: said.id, type: 'totp', expires_at })
    at.time.now += 300_000
    const late = await at.answer(session, factor, { challenge_id: said.id, code: at.codeOf(factor) })
    expect(late.outcome).toEqual([422, 'mfa_challenge_expired'])
    expect(await at.test.asOwner('select from auth.mfa_challenges where id = $1', [said.id])).toEqual([])
    const challenge_id = await at.challenge(session, factor)
    at.time.now += 299_000
    expect((await at.answer(session, factor, { challenge_id, code: at.codeOf(factor) })).outcome).toBe(200)
  })

  it('[S4] accepts only one response, even from simultaneous requests', async () => {
    const { factor, strong } = await at.protectedUser()
    at.time.now += 60_000
    const challenge_id = await at.challenge(strong, factor)
    const answers = [-1, 0, 1].map((step) => at.answer(strong, factor, { challenge_id, code: at.codeOf(factor, step) }))
    const outcomes = (await Promise.all(answers)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== 200)).toContainEqual([422, 'mfa_ip_address_mismatch'])
  })

  it('accepts a response only from the network that requested the challenge, and stores the IP address only as a hash', async () => {
    const { session, factor } = await enrolled()
    const challenge_id = await at.challenge(session, factor, '2001:db8:1:2::7')
    const body = { challenge_id, code: at.codeOf(factor) }
    for (const from of ['2001:db8:1:3::7', '203.0.113.7']) {
      const { outcome } = await at.answer(session, factor, body, from)
      expect(outcome).toEqual([422, 'mfa_ip_address_mismatch'])
    }
    await at.challenge(session, factor, '2001:db8:1:2::7')
    const stored = await at.test.asOwner<{ ip_address: string; address_hash: string }>(
      `select * from auth.mfa_challenges c join private.challenge_guards g on g.challenge_id = c.id
       where c.factor_id = $1`,
      [factor.id],
    )
    expect(stored.map(({ ip_address }) => ip_address)).toEqual(['::', '::'])
    // The same IP address has a different hash in each challenge, so that visits cannot be linked.
    expect(new Set(stored.map(({ address_hash }) => address_hash)).size).toBe(2)
    expect(JSON.stringify(stored) + at.log()).not.toContain('2001:db8')
    expect((await at.answer(session, factor, body, '2001:db8:1:2::ffff')).outcome).toBe(200)
  })

  it('[S4] rejects even the correct code after five wrong codes', async () => {
    const { session, factor } = await enrolled()
    const challenge_id = await at.challenge(session, factor)
    const code = at.codeOf(factor)
    for (let tries = 0; tries < 5; tries++) {
      expect((await at.answer(session, factor, { challenge_id, code: withWrongDigit(code) })).outcome).toEqual(failed)
    }
    const sixth = await at.answer(session, factor, { challenge_id, code })
    expect(sixth.outcome).toEqual([422, 'mfa_challenge_expired'])
    expect((await at.tryCode(session, factor, code)).outcome).toBe(200)
  })

  it('is rejected if it belongs to another factor', async () => {
    const { session, factor } = await enrolled()
    const other = await at.challenge(session, await at.enroll(session, 'Tablet'))
    for (const challenge_id of [other, randomUUID()]) {
      const { outcome } = await at.answer(session, factor, { challenge_id, code: at.codeOf(factor) })
      expect(outcome).toEqual([422, 'mfa_factor_not_found'])
    }
  })

  it("is refused for another user's factor and for an imported factor", async () => {
    const { factor } = await at.protectedUser()
    const user = await at.person()
    const as = await at.open(user)
    const body = { challenge_id: randomUUID(), code: '123456' }
    for (const step of ['challenge', 'verify']) {
      for (const [id, outcome] of [
        [factor.id, notFound],
        [randomUUID(), notFound],
        ['first', [404, 'validation_failed']],
      ] as const) {
        expect((await at.ask('POST', `/factors/${id}/${step}`, { as, body })).outcome).toEqual(outcome)
      }
    }
    for (const type of ['phone', 'webauthn']) {
      const [row] = await at.test.asOwner<{ id: string }>(
        `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, $2, 'verified') returning id`,
        [user.id, type],
      )
      const { outcome } = await at.ask('POST', `/factors/${row?.id}/challenge`, { as })
      expect(outcome).toEqual([422, `mfa_${type}_verify_not_enabled`])
    }
  })
})

describe('a correct second-factor code', () => {
  it('raises the session to aal2, verifies the factor, and triggers an email to the user', async () => {
    const user = await at.person()
    const session = await at.open(user)
    const [factor, tablet] = [await at.enroll(session), await at.enroll(session, 'Tablet')]
    at.time.now += 5000
    const code = at.codeOf(factor)
    // Some apps show codes with a space.
    const { outcome, said } = await at.tryCode(session, factor, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(outcome).toBe(200)
    const { session_id } = claimsOf(session)
    expect(claimsOf(said)).toMatchObject({
      aal: 'aal2',
      session_id,
      amr: [{ method: 'totp', timestamp: Math.floor(at.time.now / 1000) }, { method: 'password' }],
    })
    // Another user may know the secret of the other pending factor, so that factor is deleted.
    const verified = { id: factor.id, status: 'verified', factor_type: 'totp' }
    expect(said.user.factors).toMatchObject([verified])
    expect((await at.ask('POST', `/factors/${tablet.id}/challenge`, { as: said })).outcome).toEqual(notFound)
    expect(await at.sessionsOf(user)).toEqual([{ id: session_id, aal: 'aal2' }])
    expect(claimsOf(await at.refresh(said)).aal).toBe('aal2')
    expect(at.letters.at(-1)).toMatchObject({ to: user.email, kind: 'factor-added' })
  })

  it("[S5] ends the user's other sessions that are below aal2, and voids older refresh tokens", async () => {
    const { user, factor, strong } = await at.protectedUser()
    const [thief, session] = [await at.signIn(user), await at.signIn(user)]
    const renewed = await at.refresh(session)
    const raised = await at.pass(renewed, factor)
    const left = [strong, session].map((each) => claimsOf(each).session_id)
    expect((await at.sessionsOf(user)).map(({ id }) => id)).toEqual(left)
    for (const old of [session, renewed, thief]) {
      await expect(at.refresh(old)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
    }
    const refused = await at.ask('GET', '/factors/recovery-codes', { as: thief })
    expect(refused.outcome).toEqual([403, 'session_not_found'])
    expect(claimsOf(await at.refresh(raised)).aal).toBe('aal2')
    expect(at.letters.filter(({ to }) => to === user.email)).toHaveLength(1)
  })

  it('[S5] does not verify a pending factor if the session is at aal1 and another factor is verified', async () => {
    const { user, strong } = await at.protectedUser()
    const planted = await at.enroll(strong, 'Tablet')
    const weak = await at.signIn(user)
    const { outcome } = await at.tryCode(weak, planted, at.codeOf(planted))
    expect(outcome).toEqual([403, 'insufficient_aal'])
    expect((await at.tryCode(strong, planted, at.codeOf(planted))).outcome).toBe(200)
  })
})

describe('[S4] code from an authenticator app', () => {
  it('is accepted only once across all challenges and sessions', async () => {
    const { user, factor, strong } = await at.protectedUser()
    const code = at.codeOf(factor)
    for (const session of [strong, await at.signIn(user)]) {
      expect((await at.tryCode(session, factor, code)).outcome).toEqual(failed)
    }
    at.time.now += 30_000
    // The code has not expired, but it was used.
    expect((await at.tryCode(strong, factor, code)).outcome).toEqual(failed)
    const next = at.codeOf(factor)
    const answers = await Promise.all([1, 2, 3, 4].map(() => at.tryCode(strong, factor, next)))
    expect(answers.filter(({ outcome }) => outcome === 200)).toHaveLength(1)
  })
})

describe('[S3] code guessing', () => {
  it('is limited for each user across all challenges, and is recorded in the audit log', async () => {
    const { user, factor } = await at.protectedUser()
    at.time.now += 30_000
    const session = await at.signIn(user)
    const code = at.codeOf(factor)
    for (let tries = 0; tries < 10; tries++) {
      expect((await at.tryCode(session, factor, withWrongDigit(code))).outcome).toEqual(failed)
    }
    const eleventh = await at.tryCode(session, factor, code)
    expect([eleventh.outcome, eleventh.headers['retry-after']]).toEqual([limited, '300'])
    const lines = (await at.audited(user)).map(({ action, outcome }) => `${action} ${outcome}`)
    const count = (line: string) => lines.filter((each) => each === line).length
    expect(count('verification_attempted refused')).toBe(10)
    expect(count('verification_attempted done')).toBe(1)
    expect(count('limit_reached refused')).toBe(1)
    expect(count('factor_in_progress done')).toBe(1)
    // Other users are not limited. Signing in moves the clock, and the window starts with the first attempt.
    await at.protectedUser()
    at.time.now += 300_000
    expect((await at.tryCode(session, factor, at.codeOf(factor))).outcome).toBe(200)
  })

  it('counts toward a rate limit that is reset when a correct code is entered', async () => {
    const { factor, strong } = await at.protectedUser()
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 9; tries++) await at.tryCode(strong, factor, '000000')
      at.time.now += 30_000
      expect((await at.tryCode(strong, factor, at.codeOf(factor))).outcome).toBe(200)
    }
  })

  it('is blocked for a day after the server has checked thirty wrong codes', async () => {
    const { factor, user } = await at.protectedUser()
    const session = await at.signIn(user)
    const began = at.time.now
    let checked = 0
    for (let tries = 0; tries < 60; tries++) {
      const { status } = await at.tryCode(session, factor, 'abcdef')
      if (status === 422) checked += 1
      if (tries % 15 === 14) at.time.now += 300_000
    }
    expect(checked).toBe(30)
    at.time.now += 300_000
    const next = await at.tryCode(session, factor, at.codeOf(factor))
    const wait = String(Math.ceil((began + 86_400_000 - at.time.now) / 1000))
    expect([next.outcome, next.headers['retry-after']]).toEqual([limited, wait])
    at.time.now = began + 86_400_000
    // The session has ended by the next day.
    expect((await at.tryCode(await at.signIn(user), factor, at.codeOf(factor))).outcome).toBe(200)
  })
})

it(
  'rejects a request to verify a second factor if its code is missing or malformed',
  testEach([{}, { code: '' }, { code: '  ' }, { code: 123456 }, { code: '1'.repeat(200) }], async (body) => {
    const { session, factor } = await enrolled()
    const challenge_id = await at.challenge(session, factor)
    const { outcome } = await at.answer(session, factor, { challenge_id, ...body })
    expect(outcome).toEqual([400, 'validation_failed'])
  }),
)
