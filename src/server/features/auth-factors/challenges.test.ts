import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FactorTest, factorsForTest, wrong } from './testing.ts'

let at: FactorTest
beforeAll(async () => {
  at = await factorsForTest()
})
afterAll(() => at.close())

describe('a challenge', () => {
  it('says when it ends, and ends then', async () => {
    const session = await at.signIn(await at.person())
    const factor = await at.enrol(session)
    const { said } = await at.ask<{ id: string; type: string; expires_at: number }>(
      session,
      'POST',
      `/${factor.id}/challenge`,
      { factorId: factor.id },
    )
    expect(said).toEqual({
      id: said.id,
      type: 'totp',
      expires_at: Math.floor(at.time.now / 1000) + 300,
    })
    at.time.now += 300_000
    const late = await at.answer(session, factor, said.id, at.codeOf(factor.secret))
    expect(late.outcome).toEqual([422, 'mfa_challenge_expired'])
    expect(await at.test.asOwner('select from auth.mfa_challenges where id = $1', [said.id])).toEqual([])
    const timely = await at.challenge(session, factor)
    at.time.now += 299_000
    expect((await at.answer(session, factor, timely, at.codeOf(factor.secret))).outcome).toBe(200)
  })

  it('is answered once', async () => {
    const session = await at.signIn(await at.person())
    const factor = await at.enrol(session)
    const id = await at.challenge(session, factor)
    const { said: strong } = await at.answer(session, factor, id, at.codeOf(factor.secret))
    at.time.now += 30_000
    const again = await at.answer(strong, factor, id, at.codeOf(factor.secret))
    expect(again.outcome).toEqual([422, 'mfa_ip_address_mismatch'])
  })

  it('is answered from where it was asked for', async () => {
    const session = await at.signIn(await at.person())
    const factor = await at.enrol(session)
    const id = await at.challenge(session, factor, '2001:db8:1:2::7')
    const code = at.codeOf(factor.secret)
    for (const from of ['2001:db8:1:3::7', '203.0.113.7']) {
      const elsewhere = await at.answer(session, factor, id, code, from)
      expect(elsewhere.outcome).toEqual([422, 'mfa_ip_address_mismatch'])
    }
    expect((await at.answer(session, factor, id, code, '2001:db8:1:2::ffff')).outcome).toBe(200)
  })

  it('keeps no address', async () => {
    const session = await at.signIn(await at.person())
    const factor = await at.enrol(session)
    await at.challenge(session, factor, '198.51.100.77')
    await at.challenge(session, factor, '198.51.100.77')
    const kept = await at.test.asOwner<{ ip_address: string; address_hash: string }>(
      `select * from auth.mfa_challenges c join private.challenge_guards g on g.challenge_id = c.id
       where c.factor_id = $1`,
      [factor.id],
    )
    expect(kept.map(({ ip_address }) => ip_address)).toEqual(['::', '::'])
    // One address, two hashes: nobody can tell who came twice.
    expect(new Set(kept.map(({ address_hash }) => address_hash)).size).toBe(2)
    expect(JSON.stringify(kept) + at.log()).not.toContain('198.51.100')
  })

  it('stands five wrong answers, and no sixth, right or wrong', async () => {
    const session = await at.signIn(await at.person())
    const factor = await at.enrol(session)
    const id = await at.challenge(session, factor)
    const code = at.codeOf(factor.secret)
    for (let tries = 0; tries < 5; tries++) {
      const { outcome } = await at.answer(session, factor, id, wrong(code))
      expect(outcome).toEqual([422, 'mfa_verification_failed'])
    }
    expect((await at.answer(session, factor, id, code)).outcome).toEqual([422, 'mfa_challenge_expired'])
    expect((await at.tryCode(session, factor, code)).outcome).toBe(200)
  })

  it('is of its own factor', async () => {
    const session = await at.signIn(await at.person())
    const factor = await at.enrol(session)
    const other = await at.enrol(session, 'Tablet')
    const id = await at.challenge(session, other)
    const code = at.codeOf(factor.secret)
    for (const unknown of [id, randomUUID()]) {
      expect((await at.answer(session, factor, unknown, code)).outcome).toEqual([422, 'mfa_factor_not_found'])
    }
  })
})

it.each(['challenge', 'verify'])('%s knows one’s own factors alone', async (path) => {
  const owner = await at.protectedPerson()
  const thief = await at.signIn(await at.person())
  const body = { challenge_id: randomUUID(), code: '123456' }
  for (const [id, outcome] of [
    [owner.factor.id, [404, 'mfa_factor_not_found']],
    [randomUUID(), [404, 'mfa_factor_not_found']],
    ['first', [404, 'validation_failed']],
  ] as const) {
    expect((await at.ask(thief, 'POST', `/${id}/${path}`, body)).outcome).toEqual(outcome)
  }
})

it.each(['phone', 'webauthn'] as const)('a %s that was imported cannot be asked', async (type) => {
  const user = await at.person()
  const session = await at.signIn(user)
  const [row] = await at.test.asOwner<{ id: string }>(
    `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, $2, 'verified') returning id`,
    [user.id, type],
  )
  expect((await at.ask(session, 'POST', `/${row?.id}/challenge`)).outcome).toEqual([
    422,
    `mfa_${type}_verify_not_enabled`,
  ])
})
