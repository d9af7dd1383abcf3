import { afterAll, describe, expect, it } from 'vitest'
import type { SessionBody } from '#shared/contract/auth.ts'
import { testEach } from '#shared/lib/testing.ts'
import { factorsForTest } from './testing.ts'

const at = await factorsForTest()
afterAll(() => at.close())

interface Enrolled {
  id: string
  friendly_name: string
  totp: { secret: string; uri: string; qr_code: string }
}
const app = (friendly_name?: string | null) => ({ factor_type: 'totp', friendly_name })
const enroll = (as: SessionBody, body: object) => at.ask<Enrolled>('POST', '/factors', { as, body })
const factorsOf = (userId: string) =>
  at.test.asOwner<{ id: string; friendly_name: string; status: string; secret: string }>(
    'select * from auth.mfa_factors where user_id = $1 order by created_at, id',
    [userId],
  )

describe('[S4] authenticator app secret', () => {
  it('is returned only once, as text, a URI and a QR code, and is stored in encrypted form', async () => {
    const user = await at.person()
    const session = await at.open(user)
    const { outcome, said } = await enroll(session, { ...app('Phone'), issuer: 'The Hub' })
    expect(outcome).toBe(200)
    expect(said).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
    const { secret, uri, qr_code } = said.totp
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain(`otpauth://totp/The%20Hub:${encodeURIComponent(user.email)}?`)
    expect(uri).toContain(secret)
    expect(qr_code).toMatch(/^<svg /)

    const stored = await factorsOf(user.id)
    expect(stored).toMatchObject([{ id: said.id, status: 'unverified', friendly_name: 'Phone' }])
    expect(stored[0]?.secret).toMatch(/^eyJ[\w-]+\.\./)
    const passed = await at.pass(session, { id: said.id, secret })
    expect(passed.user.factors).toEqual([expect.not.objectContaining({ secret: expect.anything() })])
    const all = JSON.stringify([stored, passed.user, await factorsOf(user.id), at.log(), at.letters])
    expect(all).not.toContain(secret)
  })

  it('can be decrypted only in the row where it was stored', async () => {
    const [owner, thief] = [await at.protectedUser(), await at.protectedUser()]
    await at.test.asOwner(
      'update auth.mfa_factors set secret = (select secret from auth.mfa_factors where id = $1) where id = $2',
      [thief.factor.id, owner.factor.id],
    )
    at.time.now += 30_000
    const { outcome } = await at.tryCode(owner.strong, owner.factor, at.codeOf(thief.factor))
    expect(outcome).toEqual([500, 'unexpected_failure'])
  })
})

it("uses the site's host as the default issuer for an authenticator app", async () => {
  const { said } = await enroll(await at.signIn(), app())
  expect(said.friendly_name).toBe('')
  expect(new URL(said.totp.uri).searchParams.get('issuer')).toBe('site.example')
})

it('[S5] requires aal2 and a new name to enroll another factor if the user has a verified factor', async () => {
  const { user, strong } = await at.protectedUser()
  expect((await enroll(await at.signIn(user), app('Tablet'))).outcome).toEqual([403, 'insufficient_aal'])
  expect((await enroll(strong, app('Tablet'))).outcome).toBe(200)
  const conflict = [422, 'mfa_factor_name_conflict']
  for (const name of ['Phone', ' Phone ']) expect((await enroll(strong, app(name))).outcome).toEqual(conflict)
  const first = await at.signIn()
  const unnamed = await at.pass(first, await at.enroll(first, ''))
  for (const name of ['', null, undefined]) {
    expect((await enroll(unnamed, app(name))).outcome).toEqual(conflict)
  }
})

describe('enrollment of a factor', () => {
  it('replaces a pending factor that has the same name, and deletes pending factors older than five minutes', async () => {
    const user = await at.person()
    const session = await at.open(user)
    const names = async () => (await factorsOf(user.id)).map(({ friendly_name }) => friendly_name)
    const first = await at.enroll(session, 'Phone')
    const tablet = await at.enroll(session, 'Tablet')
    const again = await at.enroll(session, 'Phone')
    expect((await factorsOf(user.id)).map(({ id }) => id).sort()).toEqual([tablet.id, again.id].sort())
    expect(again.secret).not.toBe(first.secret)
    const gone = await at.ask('POST', `/factors/${first.id}/challenge`, { as: session })
    expect(gone.outcome).toEqual([404, 'mfa_factor_not_found'])
    at.time.now += 299_000
    await at.enroll(session, 'Watch')
    expect(await names()).toHaveLength(3)
    at.time.now += 2000
    await at.enroll(session, 'Laptop')
    expect(await names()).toEqual(['Watch', 'Laptop'])
  })

  it('rejects an eleventh factor for the same user', async () => {
    const session = await at.signIn()
    for (let count = 0; count < 10; count++) await at.enroll(session, `Phone ${count}`)
    expect((await enroll(session, app('One more'))).outcome).toEqual([422, 'too_many_enrolled_mfa_factors'])
    expect((await enroll(session, app('Phone 3'))).outcome).toBe(200)
  })
})

it(
  'rejects unsupported factor types, and factor names and issuers that cannot be stored',
  testEach(
    [
      ['a phone', { factor_type: 'phone', phone: '+4912345' }, [422, 'mfa_phone_enroll_not_enabled']],
      ['another type', { factor_type: 'horse' }, [400, 'validation_failed']],
      ['no type', {}, [400, 'validation_failed']],
      ['a name with a NUL', { ...app('a\u0000b') }, [400, 'validation_failed']],
      ['an issuer with half a surrogate pair', { ...app('Phone'), issuer: '\ud800' }, [400, 'validation_failed']],
      ['a name that is too long', { ...app('x'.repeat(300)) }, [400, 'validation_failed']],
    ],
    async (_, body, outcome) => {
      expect((await enroll(await at.signIn(), body)).outcome).toEqual(outcome)
    },
  ),
)

it('rejects the enrollment of a factor by a visitor who is not signed in', async () => {
  const { outcome } = await at.ask('POST', '/factors', { as: 'the-publishable-key', body: app() })
  expect(outcome).toEqual([403, 'bad_jwt'])
})
