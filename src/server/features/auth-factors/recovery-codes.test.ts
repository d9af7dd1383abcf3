import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionBody } from '#shared/contract/auth.ts'
import { claimsOf, type FactorTest, factorsForTest } from './testing.ts'

let at: FactorTest
beforeAll(async () => {
  at = await factorsForTest()
})
afterAll(() => at.close())

interface Made {
  id: string
  type: string
  total: number
  remaining: number
  codes: string[]
}

const make = (session: SessionBody, path = '') => at.ask<Made>(session, 'POST', `/recovery-codes${path}`, {})
const use = (session: SessionBody, code?: string) =>
  at.ask<SessionBody>(session, 'POST', '/recovery-codes/verify', { code })
const status = (session: SessionBody) => at.ask<Made>(session, 'GET', '/recovery-codes')

/** A person with ten codes, and a session at aal1. */
async function withCodes() {
  const protectedPerson = await at.protectedPerson()
  const { said } = await make(protectedPerson.strong)
  return { ...protectedPerson, made: said, weak: await at.signIn(protectedPerson.user) }
}

it('are ten, told once, and kept as keyed hashes', async () => {
  const { made, weak } = await withCodes()
  expect(made).toMatchObject({ type: 'recovery_code', total: 10, remaining: 10 })
  expect(made.codes).toHaveLength(10)
  for (const code of made.codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/)
  expect((await status(weak)).said).toEqual({ id: made.id, type: 'recovery_code', total: 10, remaining: 10 })
  const kept = await at.test.asOwner('select * from private.recovery_codes where set_id = $1', [made.id])
  expect(kept).toHaveLength(10)
  for (const code of made.codes) expect(JSON.stringify(kept) + at.log()).not.toContain(code)
})

describe('a code', () => {
  it('makes the session aal2, in place, and ends the others below', async () => {
    const { user, made, weak, strong } = await withCodes()
    const thief = await at.signIn(user)
    const { outcome, said } = await use(weak, made.codes[3])
    expect(outcome).toBe(200)
    expect(claimsOf(said)).toMatchObject({
      aal: 'aal2',
      session_id: claimsOf(weak).session_id,
      amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    })
    expect(claimsOf(await at.refresh(said)).aal).toBe('aal2')
    await expect(at.refresh(weak)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
    await expect(at.refresh(thief)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
    expect(await at.sessionsOf(user)).toHaveLength(2)
    expect((await status(strong)).said).toMatchObject({ total: 10, remaining: 9 })
    expect(at.letters.at(-1)).toMatchObject({
      to: user.email,
      kind: 'recovery-code-used',
      text: expect.stringContaining('9 left'),
    })
  })

  it('is good once, also for all who come at once', async () => {
    const { user, made } = await withCodes()
    const sessions = await Promise.all([at.signIn(user), at.signIn(user), at.signIn(user)])
    const answers = await Promise.all(sessions.map((session) => use(session, made.codes[0])))
    expect(answers.filter(({ outcome }) => outcome === 200)).toHaveLength(1)
    const later = await at.signIn(user)
    expect((await use(later, made.codes[0])).outcome).toEqual([422, 'mfa_verification_failed'])
    expect((await use(later, made.codes[1])).outcome).toBe(200)
  })

  it('may be typed as people type', async () => {
    const { made, weak } = await withCodes()
    const [code = ''] = made.codes
    const typed = (code.toUpperCase().match(/.{4}/g) ?? []).join(' - ').replaceAll('0', 'O')
    expect((await use(weak, ` ${typed} `)).outcome).toBe(200)
  })

  it('is one’s own', async () => {
    const [owner, other] = [await withCodes(), await withCodes()]
    expect((await use(other.weak, owner.made.codes[0])).outcome).toEqual([422, 'mfa_verification_failed'])
    expect((await use(owner.weak, owner.made.codes[0])).outcome).toBe(200)
  })

  it.each(['', undefined, 'abcd-efgh-jkmn', '000000'])('is not %j', async (typed) => {
    const { weak } = await withCodes()
    expect((await use(weak, typed)).outcome).toEqual([422, 'mfa_verification_failed'])
  })
})

it('are locked after ten wrong ones, for an hour or until there are new ones', async () => {
  const { made, weak, strong } = await withCodes()
  for (let tries = 0; tries < 10; tries++) await use(weak, 'abcd-efgh-jkmn')
  expect(await use(weak, made.codes[0])).toMatchObject({
    outcome: [429, 'mfa_recovery_codes_locked'],
    retryAfter: '3600',
  })
  const { said: fresh } = await make(strong)
  expect((await use(weak, fresh.codes[0])).outcome).toBe(200)
  for (let tries = 0; tries < 10; tries++) await use(strong, 'abcd-efgh-jkmn')
  expect((await use(strong, fresh.codes[1])).outcome).toEqual([429, 'mfa_recovery_codes_locked'])
  at.time.now += 3_600_000
  expect((await use(await at.refresh(strong), fresh.codes[1])).outcome).toBe(200)
})

describe('a new set', () => {
  it.each(['', '/regenerate'])('takes the place of the old one: POST %s', async (path) => {
    const { made, weak, strong } = await withCodes()
    const { outcome, said } = await make(strong, path)
    expect(outcome).toBe(200)
    expect(said).toMatchObject({ id: made.id, total: 10, remaining: 10 })
    expect((await use(weak, made.codes[0])).outcome).toEqual([422, 'mfa_verification_failed'])
    expect((await use(weak, said.codes[0])).outcome).toBe(200)
  })

  it('is made and removed at aal2 alone', async () => {
    const { weak, strong } = await withCodes()
    for (const path of ['', '/regenerate']) {
      expect((await make(weak, path)).outcome).toEqual([403, 'insufficient_aal'])
    }
    expect((await at.ask(weak, 'DELETE', '/recovery-codes')).outcome).toEqual([403, 'insufficient_aal'])
    expect((await status(strong)).said.remaining).toBe(10)
  })

  it('is not made of nothing by regenerating', async () => {
    const { strong } = await at.protectedPerson()
    expect((await make(strong, '/regenerate')).outcome).toEqual([404, 'mfa_factor_not_found'])
    expect((await status(strong)).outcome).toEqual([404, 'mfa_factor_not_found'])
    expect((await use(strong, 'abcd-efgh-jkmn')).outcome).toEqual([404, 'mfa_factor_not_found'])
    expect((await at.ask(strong, 'DELETE', '/recovery-codes')).outcome).toEqual([404, 'mfa_factor_not_found'])
  })

  it('is never the only factor', async () => {
    const user = await at.person()
    const session = await at.signIn(user)
    await at.enrol(session)
    await at.test.asOwner("update auth.sessions set aal = 'aal2' where user_id = $1", [user.id])
    expect((await make(session)).outcome).toEqual([422, 'mfa_recovery_codes_sole_factor'])
  })
})

it('removed, they take the sessions that they opened down to aal1, and no other', async () => {
  const { user, made, weak, strong } = await withCodes()
  const { said: recovered } = await use(weak, made.codes[0])
  const answer = await at.ask<{ id: string }>(strong, 'DELETE', '/recovery-codes')
  expect(answer).toMatchObject({ outcome: 200, said: { id: made.id } })
  expect(await at.sessionsOf(user)).toEqual([
    { id: claimsOf(strong).session_id, aal: 'aal2' },
    { id: claimsOf(recovered).session_id, aal: 'aal1' },
  ])
  expect((await use(recovered, made.codes[1])).outcome).toEqual([404, 'mfa_factor_not_found'])
})
