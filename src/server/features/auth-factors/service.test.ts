import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionBody } from '#shared/contract/auth.ts'
import { resetFactors } from './service.ts'
import { claimsOf, type FactorTest, factorsForTest } from './testing.ts'

let at: FactorTest
beforeAll(async () => {
  at = await factorsForTest()
})
afterAll(() => at.close())

const remove = (session: SessionBody, id: string) => at.ask<{ id: string }>(session, 'DELETE', `/${id}`)
const levels = async (user: Parameters<FactorTest['sessionsOf']>[0]) =>
  (await at.sessionsOf(user)).map(({ aal }) => aal)
const sets = (id: string) =>
  at.test.asOwner('select id from private.recovery_code_sets where user_id = $1', [id])

describe('a factor that counts', () => {
  it('is not removed at aal1', async () => {
    const { user, factor } = await at.protectedPerson()
    const weak = await at.signIn(user)
    expect((await remove(weak, factor.id)).outcome).toEqual([422, 'insufficient_aal'])
  })

  it('is not removed by a token from when the session was aal2', async () => {
    const { user, factor, strong } = await at.protectedPerson()
    await at.test.asOwner("update auth.sessions set aal = 'aal1' where user_id = $1", [user.id])
    expect(claimsOf(strong).aal).toBe('aal2')
    expect((await remove(strong, factor.id)).outcome).toEqual([422, 'insufficient_aal'])
  })

  it('is not removed by a session that stopped being aal2 while it waited', async () => {
    const { user, factor, strong } = await at.protectedPerson()
    await at.test.asOwner('begin')
    await at.test.asOwner('select from auth.users where id = $1 for update', [user.id])
    await at.test.asOwner("update auth.sessions set aal = 'aal1' where user_id = $1", [user.id])
    const removal = remove(strong, factor.id)
    const waiting = 'select from pg_locks where pg_backend_pid() = any (pg_blocking_pids(pid))'
    await expect.poll(async () => (await at.test.asOwner(waiting)).length).toBeGreaterThan(0)
    await at.test.asOwner('commit')
    expect((await removal).outcome).toEqual([422, 'insufficient_aal'])
  })

  it('takes the sessions it opened down to aal1, also after a refresh', async () => {
    const { user, factor, strong } = await at.protectedPerson()
    const other = await at.pass(await at.signIn(user), factor)
    const { outcome, said } = await remove(strong, factor.id)
    expect([outcome, said.id]).toEqual([200, factor.id])
    expect(await levels(user)).toEqual(['aal1', 'aal1'])
    for (const session of [strong, other]) {
      const renewed = await at.refresh(session)
      expect(claimsOf(renewed)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
      expect(renewed.user.factors).toBeUndefined()
    }
    expect(at.letters.at(-1)).toMatchObject({ to: user.email, kind: 'factor-removed' })
  })

  it('leaves alone what another one opened, and the recovery codes', async () => {
    const { user, factor, strong } = await at.protectedPerson()
    const tablet = await at.enrol(strong, 'Tablet')
    const both = await at.pass(strong, tablet)
    await at.pass(await at.signIn(user), factor)
    await at.ask(both, 'POST', '/recovery-codes', {})
    expect((await remove(both, factor.id)).outcome).toBe(200)
    expect(await levels(user)).toEqual(['aal2', 'aal1'])
    expect(await sets(user.id)).toHaveLength(1)
  })

  it('takes the recovery codes along when it is the last, with what they opened', async () => {
    const { user, factor, strong } = await at.protectedPerson()
    const { said } = await at.ask<{ codes: string[] }>(strong, 'POST', '/recovery-codes', {})
    const weak = await at.signIn(user)
    const recovered = await at.ask<SessionBody>(weak, 'POST', '/recovery-codes/verify', {
      code: said.codes[0],
    })
    expect((await remove(recovered.said, factor.id)).outcome).toBe(200)
    expect(await levels(user)).toEqual(['aal1', 'aal1'])
    expect(await sets(user.id)).toEqual([])
    // After a lost phone, a new factor is enrolled like the first one.
    const next = await at.enrol(recovered.said)
    expect(claimsOf(await at.pass(recovered.said, next)).aal).toBe('aal2')
  })
})

it('a pending factor is removed at aal1, without a word', async () => {
  const session = await at.signIn(await at.person())
  const factor = await at.enrol(session)
  const before = at.letters.length
  expect((await remove(session, factor.id)).outcome).toBe(200)
  expect((await remove(session, factor.id)).outcome).toEqual([404, 'mfa_factor_not_found'])
  expect(at.letters).toHaveLength(before)
})

it('nobody removes what is another’s', async () => {
  const [owner, thief] = [await at.protectedPerson(), await at.protectedPerson()]
  expect((await remove(thief.strong, owner.factor.id)).outcome).toEqual([404, 'mfa_factor_not_found'])
  expect((await remove(thief.strong, 'all')).outcome).toEqual([404, 'validation_failed'])
})

describe('the operator’s reset', () => {
  it('removes all factors, codes and sessions of one person, and writes it down', async () => {
    const { user, factor, strong } = await at.protectedPerson()
    const other = await at.protectedPerson()
    await at.ask(strong, 'POST', '/recovery-codes', {})
    for (let tries = 0; tries < 11; tries++) await at.tryCode(strong, factor, '000000')

    expect(await resetFactors(at.context, (user.email ?? '').toUpperCase())).toBe(true)
    expect(await at.sessionsOf(user)).toEqual([])
    expect(await sets(user.id)).toEqual([])
    await expect(at.refresh(strong)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
    expect((await remove(strong, factor.id)).outcome).toEqual([403, 'session_not_found'])
    const posted = 'select kind, facts from outbox where user_id = $1 and sealed is null'
    expect(await at.test.asOwner(posted, [user.id])).toEqual([
      { kind: 'second-step-reset', facts: { by: null } },
    ])
    const lines = await at.test.asOwner<{ payload: unknown }>(
      `select payload from auth.audit_log_entries where payload -> 'traits' ->> 'user' = $1`,
      [user.id],
    )
    expect(lines.map(({ payload }) => payload)).toContainEqual({
      action: 'factors_reset',
      outcome: 'done',
      actor_id: null,
      traits: { user: user.id },
    })

    // The person signs in again and enrols anew, and their wrong guesses are forgiven.
    const session = await at.signIn(await at.now(user))
    expect(session.user.factors).toBeUndefined()
    expect(claimsOf(await at.pass(session, await at.enrol(session))).aal).toBe('aal2')
    expect(await levels(other.user)).toEqual(['aal2'])
  })

  it('says when there is nobody', async () => {
    const before = at.letters.length
    expect(await resetFactors(at.context, 'nobody@example.com')).toBe(false)
    expect(at.letters).toHaveLength(before)
  })
})
