import { afterAll, describe, expect, it } from 'vitest'
import { claimsOf } from '#server/features/auth-sessions/testing.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { resetFactors } from './service.ts'
import { factorsForTest } from './testing.ts'

const at = await factorsForTest()
afterAll(() => at.close())

const remove = (as: SessionBody, id: string) => at.ask<{ id: string }>('DELETE', `/factors/${id}`, { as })
const makeCodes = (as: SessionBody) => at.ask<{ codes: string[] }>('POST', '/factors/recovery-codes', { as, body: {} })
const sets = (id: string) => at.test.asOwner('select id from private.recovery_code_sets where user_id = $1', [id])
const insufficient = [422, 'insufficient_aal']

describe('removal of a verified factor', () => {
  it('[S5] requires a session that is still at aal2 when the factor is removed', async () => {
    const { user, factor, strong } = await at.protectedUser()
    expect((await remove(await at.signIn(user), factor.id)).outcome).toEqual(insufficient)
    const weaken = "update auth.sessions set aal = 'aal1' where user_id = $1"
    await at.test.asOwner(weaken, [user.id])
    expect(claimsOf(strong).aal).toBe('aal2')
    expect((await remove(strong, factor.id)).outcome).toEqual(insufficient)
    // The removal is also refused if the session's level changes while the removal waits.
    const other = await at.protectedUser()
    const waited = await at.meanwhile(
      async (tx) => {
        await tx.query('select from auth.users where id = $1 for update', [other.user.id])
        await tx.query(weaken, [other.user.id])
      },
      () => remove(other.strong, other.factor.id),
    )
    expect((await waited())[0]?.outcome).toEqual(insufficient)
  })

  it('lowers each session that used the factor to aal1, and keeps the session at aal1 after a refresh', async () => {
    const { user, factor, strong } = await at.protectedUser()
    const other = await at.pass(await at.signIn(user), factor)
    const { outcome, said } = await remove(strong, factor.id)
    expect([outcome, said.id]).toEqual([200, factor.id])
    expect(await at.levels(user)).toEqual(['aal1', 'aal1'])
    for (const session of [strong, other]) {
      const renewed = await at.refresh(session)
      expect(claimsOf(renewed)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
      expect(renewed.user.factors).toBeUndefined()
    }
    expect(at.letterTo(user.email).kind).toBe('factor-removed')
  })

  it('keeps the recovery codes, and keeps sessions at aal2 if they also used another factor', async () => {
    const { user, factor, strong } = await at.protectedUser()
    const both = await at.pass(strong, await at.enroll(strong, 'Tablet'))
    await at.pass(await at.signIn(user), factor)
    await makeCodes(both)
    expect((await remove(both, factor.id)).outcome).toBe(200)
    expect(await at.levels(user)).toEqual(['aal2', 'aal1'])
    expect(await sets(user.id)).toHaveLength(1)
  })

  it('removes the recovery codes, and returns every session at aal2 to aal1, if no other factor remains', async () => {
    const { user, factor, strong } = await at.protectedUser()
    const code = (await makeCodes(strong)).said.codes[0]
    const weak = await at.signIn(user)
    const used = await at.ask('POST', '/factors/recovery-codes/verify', { as: weak, body: { code } })
    expect((await remove(used.said, factor.id)).outcome).toBe(200)
    expect(await at.levels(user)).toEqual(['aal1', 'aal1'])
    expect(await sets(user.id)).toEqual([])
    // A user who lost their phone enrolls a new factor in the same way as the first one.
    const next = await at.enroll(used.said)
    expect(claimsOf(await at.pass(used.said, next)).aal).toBe('aal2')
  })

  it('is refused for a factor of another user', async () => {
    const [owner, thief] = [await at.protectedUser(), await at.protectedUser()]
    expect((await remove(thief.strong, owner.factor.id)).outcome).toEqual([404, 'mfa_factor_not_found'])
    expect((await remove(thief.strong, 'all')).outcome).toEqual([404, 'validation_failed'])
  })
})

it('lets a session at aal1 remove a pending factor, and sends no email', async () => {
  const session = await at.signIn()
  const factor = await at.enroll(session)
  const before = at.letters.length
  expect((await remove(session, factor.id)).outcome).toBe(200)
  expect((await remove(session, factor.id)).outcome).toEqual([404, 'mfa_factor_not_found'])
  expect(at.letters).toHaveLength(before)
})

describe("operator's reset of two-step verification", () => {
  it('removes all factors, codes and sessions of one user, sends an email, and is recorded in the audit log', async () => {
    const { user, factor, strong } = await at.protectedUser()
    const other = await at.protectedUser()
    await makeCodes(strong)
    for (let tries = 0; tries < 11; tries++) await at.tryCode(strong, factor, '000000')

    expect(await resetFactors(at.context, user.email.toUpperCase())).toBe(true)
    expect([await at.sessionsOf(user), await sets(user.id)]).toEqual([[], []])
    await expect(at.refresh(strong)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
    expect((await remove(strong, factor.id)).outcome).toEqual([403, 'session_not_found'])
    const posted = 'select kind, facts from outbox where user_id = $1 and sealed is null'
    const email = { kind: 'second-step-reset', facts: { by: null } }
    expect(await at.test.asOwner(posted, [user.id])).toEqual([email])
    const traits = { user: user.id }
    const line = { action: 'factors_reset', outcome: 'done', actor_id: null, traits }
    expect(await at.audited(null)).toContainEqual(line)

    // The user signs in and enrolls again; the earlier wrong guesses no longer count.
    const session = await at.signIn(user)
    expect(session.user.factors).toBeUndefined()
    expect(claimsOf(await at.pass(session, await at.enroll(session))).aal).toBe('aal2')
    expect(await at.levels(other.user)).toEqual(['aal2'])
  })

  it('returns false if no user has the email address', async () => {
    const before = at.letters.length
    expect(await resetFactors(at.context, 'nobody@example.com')).toBe(false)
    expect(at.letters).toHaveLength(before)
  })
})
