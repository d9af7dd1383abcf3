import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { issueCode } from '#server/features/auth-links/service.ts'
import { authForTest, password } from '#server/features/auth-sessions/testing.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { testEach } from '#shared/lib/testing.ts'
import { userRoutes } from './routes.ts'

const at = await authForTest([userRoutes])
afterAll(() => at.close())
beforeEach(() => {
  at.letters.length = 0
})

const another = 'eight geese by the lake'
type Answer = { code: string; weak_password?: { reasons: string[] } }
const put = (as: SessionBody, body: object) => at.ask<Answer>('PUT', '/user', { as, body })
const signedIn = async (...more: Parameters<typeof at.person>) => {
  const user = await at.person(...more)
  return { user, as: await at.open(user) }
}

describe('password change', () => {
  it("[S8] ends all of the user's sessions except the current one", async () => {
    const [{ user, as }, neighbor] = [await signedIn(), await signedIn()]
    const elsewhere = await at.open(user)
    expect((await put(as, { password: another })).outcome).toBe(200)
    const gone = { code: 'session_not_found' }
    await expect(at.callerOf(elsewhere.access_token)).rejects.toMatchObject(gone)
    for (const { access_token } of [as, neighbor.as]) await at.callerOf(access_token)
    expect(await at.hasPassword(user, another)).toBe(true)
    expect(await at.hasPassword(user, password)).toBe(false)
  })

  it('voids pending codes, sends an email, and is recorded in the audit log', async () => {
    const { user, as } = await signedIn()
    const about = { userId: user.id, kind: 'recovery', address: user.email } as const
    await at.inside((tx) => issueCode(tx, at.context, about))
    await put(as, { password: another })
    expect(await at.test.asOwner('select from auth.one_time_tokens where user_id = $1', [user.id])).toEqual([])
    expect(at.letters).toMatchObject([{ to: user.email, kind: 'password-changed' }])
    const changed = (await at.audited(user)).filter(({ action }) => action === 'user_updated_password')
    expect(changed).toHaveLength(1)
  })

  it(
    '[S2] rejects passwords that break the rules',
    testEach(
      [
        ['the old one', { password }, 422, 'same_password'],
        ['short', { password: 'duck pond' }, 422, 'weak_password'],
        ['common', { password: 'password1234' }, 422, 'weak_password'],
        ['longer than 72 bytes', { password: 'x y '.repeat(19) }, 400, 'validation_failed'],
        ['the new address', { email: 'longenoughname@a.example', password: 'longenoughname' }, 422, 'weak_password'],
      ],
      async (_, change, status, code) => {
        const { user, as } = await signedIn()
        const { outcome, said } = await put(as, change)
        expect(outcome).toEqual([status, code])
        if (code === 'weak_password') expect(said.weak_password?.reasons.length).toBeGreaterThan(0)
        expect(await at.hasPassword(user, password)).toBe(true)
      },
    ),
  )

  it('requires the user to have an email address or to set one in the same request', async () => {
    const withoutAddress = async () => at.open(await at.change(await at.person({ hash: null }), { email: null }))
    const as = await withoutAddress()
    expect((await put(as, { password: another })).outcome).toEqual([422, 'validation_failed'])
    expect((await put(as, { email: 'new1@example.com' })).outcome).toBe(200)
    expect((await put(as, { password: another })).outcome).toBe(200)
    const both = { email: 'new2@example.com', password: another }
    expect((await put(await withoutAddress(), both)).outcome).toBe(200)
  })

  it('rejects even the correct current password for five minutes after ten wrong ones', async () => {
    const { as } = await signedIn()
    const guess = (current_password: string) => put(as, { password: another, current_password })
    for (let n = 0; n < 10; n++) expect((await guess(`wrong ${n}`)).said.code).toBe('current_password_invalid')
    expect((await guess(password)).outcome).toEqual([429, 'over_request_rate_limit'])
    at.time.now += 300_000
    expect((await guess(password)).outcome).toBe(200)
  })

  it('accepts a nonce only once, and counts wrong nonces even if the change is rolled back', async () => {
    const { user, as } = await signedIn()
    const emailed = async () => {
      await at.ask('GET', '/reauthenticate', { as })
      return /\b\d{6}\b/.exec(at.letterTo(user.email).text)?.[0] ?? ''
    }
    const nonce = await emailed()
    expect((await put(as, { password: another, nonce })).outcome).toBe(200)
    const refused = [422, 'reauthentication_not_valid']
    const next = { password: 'nine swans under the bridge' }
    expect((await put(as, { ...next, nonce })).outcome).toEqual(refused)
    at.time.now += 60_000
    const other = await emailed()
    for (let n = 0; n < 5; n++) await put(as, { ...next, nonce: 'x' })
    expect((await put(as, { ...next, nonce: other })).outcome).toEqual(refused)
  })
})

it.each(['password', 'recovery'] as const)(
  '[S5] requires aal2 to change the password or email address if the user has a verified factor (session opened by %s)',
  async (method) => {
    const user = await at.person()
    const as = await at.open(user, method)
    await at.test.asOwner(
      "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')",
      [user.id],
    )
    for (const change of [{ password: another }, { email: 'elsewhere@example.com' }]) {
      expect((await put(as, change)).outcome).toEqual([401, 'insufficient_aal'])
    }
    for (const change of [{ data: { name: 'Ada' } }, { email: user.email }]) {
      expect((await put(as, change)).outcome).toBe(200)
    }
    await at.test.asOwner("update auth.sessions set aal = 'aal2' where user_id = $1", [user.id])
    expect((await put(as, { password: another })).outcome).toBe(200)
  },
)
