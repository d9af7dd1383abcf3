import { afterAll, describe, expect, it } from 'vitest'
import { claimsOf } from '#server/features/auth-sessions/testing.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { factorsForTest } from './testing.ts'

const at = await factorsForTest()
afterAll(() => at.close())

interface CodeSet {
  id: string
  type: string
  total: number
  remaining: number
  codes: string[]
}

const path = '/factors/recovery-codes'
const make = (as: SessionBody, step = '') => at.ask<CodeSet>('POST', path + step, { as, body: {} })
const use = (as: SessionBody, code?: string) => at.ask('POST', `${path}/verify`, { as, body: { code } })
const status = (as: SessionBody) => at.ask<CodeSet>('GET', path, { as })
const remove = (as: SessionBody) => at.ask<CodeSet>('DELETE', path, { as })
const failed = [422, 'mfa_verification_failed']
const notFound = [404, 'mfa_factor_not_found']

/** A user with ten recovery codes and a session at aal1. */
async function withCodes() {
  const owner = await at.protectedUser()
  const { said: made } = await make(owner.strong)
  return { ...owner, made, weak: await at.signIn(owner.user) }
}

it('creates ten recovery codes, returns them only once, and stores only keyed hashes', async () => {
  const { made, weak } = await withCodes()
  const { codes, ...counted } = made
  expect(counted).toEqual({ id: made.id, type: 'recovery_code', total: 10, remaining: 10 })
  expect(codes).toHaveLength(10)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/)
  expect((await status(weak)).said).toEqual(counted)
  const stored = await at.test.asOwner('select * from private.recovery_codes where set_id = $1', [made.id])
  expect(stored).toHaveLength(10)
  for (const code of codes) expect(JSON.stringify(stored) + at.log()).not.toContain(code)
})

describe('recovery code', () => {
  it("raises the session to aal2, ends the user's other aal1 sessions, and triggers an email to the user", async () => {
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
    for (const old of [weak, thief]) {
      await expect(at.refresh(old)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
    }
    expect(await at.sessionsOf(user)).toHaveLength(2)
    expect((await status(strong)).said).toMatchObject({ total: 10, remaining: 9 })
    expect(at.letterTo(user.email).kind).toBe('recovery-code-used')
    expect(at.letterTo(user.email).text).toContain('9 left')
  })

  it('is accepted regardless of case, spaces and hyphens, but only once, even in simultaneous requests', async () => {
    const { user, made } = await withCodes()
    const sessions = await Promise.all([1, 2, 3].map(() => at.signIn(user)))
    const answers = await Promise.all(sessions.map((session) => use(session, made.codes[0])))
    expect(answers.filter(({ outcome }) => outcome === 200)).toHaveLength(1)
    const later = await at.signIn(user)
    expect((await use(later, made.codes[0])).outcome).toEqual(failed)
    const typed = (made.codes[1]?.toUpperCase().match(/.{4}/g) ?? []).join(' - ').replaceAll('0', 'O')
    expect((await use(later, ` ${typed} `)).outcome).toBe(200)
  })

  it('is rejected if it is wrong or missing, or if it belongs to another user', async () => {
    const [owner, other] = [await withCodes(), await withCodes()]
    for (const typed of ['', undefined, 'abcd-efgh-jkmn', '000000', owner.made.codes[0]]) {
      expect((await use(other.weak, typed)).outcome).toEqual(failed)
    }
    expect((await use(owner.weak, owner.made.codes[0])).outcome).toBe(200)
  })

  it('[S3] is rejected for an hour after ten wrong codes, unless the user creates new codes', async () => {
    const { made, weak, strong } = await withCodes()
    const locked = [429, 'mfa_recovery_codes_locked']
    for (let tries = 0; tries < 10; tries++) await use(weak, 'abcd-efgh-jkmn')
    const { outcome, headers } = await use(weak, made.codes[0])
    expect([outcome, headers['retry-after']]).toEqual([locked, '3600'])
    const { said: fresh } = await make(strong)
    expect((await use(weak, fresh.codes[0])).outcome).toBe(200)
    for (let tries = 0; tries < 10; tries++) await use(strong, 'abcd-efgh-jkmn')
    expect((await use(strong, fresh.codes[1])).outcome).toEqual(locked)
    at.time.now += 3_600_000
    expect((await use(await at.refresh(strong), fresh.codes[1])).outcome).toBe(200)
  })
})

describe('management of recovery codes', () => {
  it.each(['', '/regenerate'])('replaces the old codes in response to POST recovery-codes%s', async (step) => {
    const { made, weak, strong } = await withCodes()
    const { outcome, said } = await make(strong, step)
    expect(outcome).toBe(200)
    expect(said).toMatchObject({ id: made.id, total: 10, remaining: 10 })
    expect((await use(weak, made.codes[0])).outcome).toEqual(failed)
    expect((await use(weak, said.codes[0])).outcome).toBe(200)
  })

  it('[S5] requires aal2 to create or remove recovery codes', async () => {
    const { weak, strong } = await withCodes()
    for (const { outcome } of [await make(weak), await make(weak, '/regenerate'), await remove(weak)]) {
      expect(outcome).toEqual([403, 'insufficient_aal'])
    }
    expect((await status(strong)).said.remaining).toBe(10)
  })

  it('requires another verified factor before a user creates codes, and returns 404 if the user has no codes', async () => {
    const { strong } = await at.protectedUser()
    for (const call of [make(strong, '/regenerate'), status(strong), use(strong, 'x'), remove(strong)]) {
      expect((await call).outcome).toEqual(notFound)
    }
    const user = await at.person()
    const session = await at.open(user)
    await at.enroll(session)
    await at.test.asOwner("update auth.sessions set aal = 'aal2' where user_id = $1", [user.id])
    expect((await make(session)).outcome).toEqual([422, 'mfa_recovery_codes_sole_factor'])
  })
})

it('removes the recovery codes of a user, and lowers a session to aal1 only if the session used a code', async () => {
  const { user, made, weak, strong } = await withCodes()
  const { said: recovered } = await use(weak, made.codes[0])
  expect((await remove(strong)).said).toEqual({ id: made.id })
  expect(await at.sessionsOf(user)).toEqual([
    { id: claimsOf(strong).session_id, aal: 'aal2' },
    { id: claimsOf(recovered).session_id, aal: 'aal1' },
  ])
  expect((await use(recovered, made.codes[1])).outcome).toEqual(notFound)
})
