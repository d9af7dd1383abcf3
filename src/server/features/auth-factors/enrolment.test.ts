import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionBody } from '#shared/contract/auth.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { type FactorTest, factorsForTest } from './testing.ts'

let at: FactorTest
beforeAll(async () => {
  at = await factorsForTest()
})
afterAll(() => at.close())

const asked = (friendly_name?: string | null) => ({ factor_type: 'totp', friendly_name })
const factorsOf = (id: string) =>
  at.test.asOwner<{ id: string; friendly_name: string; status: string; secret: string }>(
    'select * from auth.mfa_factors where user_id = $1 order by created_at, id',
    [id],
  )

it('tells the secret once, as text, address and picture, and keeps it sealed', async () => {
  const user = await at.person()
  const session = await at.signIn(user)
  const { outcome, said } = await at.ask<{
    id: string
    type: string
    friendly_name: string
    totp: { secret: string; uri: string; qr_code: string }
  }>(session, 'POST', '', { ...asked('Phone'), issuer: 'The Hub' })
  expect(outcome).toBe(200)
  expect(said).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
  expect(said.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(said.totp.uri).toContain(`otpauth://totp/The%20Hub:${encodeURIComponent(user.email ?? '')}?`)
  expect(said.totp.uri).toContain(said.totp.secret)
  expect(said.totp.qr_code).toMatch(/^<svg /)

  const stored = await factorsOf(user.id)
  expect(stored).toMatchObject([{ id: said.id, status: 'unverified', friendly_name: 'Phone' }])
  expect(JSON.stringify(stored)).not.toContain(said.totp.secret)
  expect(stored[0]?.secret).toMatch(/^eyJ[\w-]+\.\./)
  const passed = await at.pass(session, { id: said.id, secret: said.totp.secret })
  expect(passed.user.factors).toEqual([expect.not.objectContaining({ secret: expect.anything() })])
  const [after] = await factorsOf(user.id)
  expect(JSON.stringify([passed.user, after, at.log(), at.letters])).not.toContain(said.totp.secret)
})

it('gives a secret that opens in its own row alone', async () => {
  const { user, factor, strong } = await at.protectedPerson()
  const thief = await at.protectedPerson()
  await at.test.asOwner(
    'update auth.mfa_factors set secret = (select secret from auth.mfa_factors where id = $1) where id = $2',
    [thief.factor.id, factor.id],
  )
  at.time.now += 30_000
  const { outcome } = await at.tryCode(strong, factor, at.codeOf(thief.factor.secret))
  expect(outcome).toEqual([500, 'unexpected_failure'])
  expect(user.id).not.toBe(thief.user.id)
})

it('names the site where nothing else is asked for', async () => {
  const session = await at.signIn(await at.person())
  const { said } = await at.ask<{ friendly_name: string; totp: { uri: string } }>(
    session,
    'POST',
    '',
    asked(),
  )
  expect(said.friendly_name).toBe('')
  expect(new URL(said.totp.uri).searchParams.get('issuer')).toBe('site.example')
})

describe('a second factor', () => {
  it('is not enrolled at aal1, and is at aal2', async () => {
    const { user, strong } = await at.protectedPerson()
    const weak = await at.signIn(user)
    expect((await at.ask(weak, 'POST', '', asked('Tablet'))).outcome).toEqual([403, 'insufficient_aal'])
    expect((await at.ask(strong, 'POST', '', asked('Tablet'))).outcome).toBe(200)
  })

  it.each(['Phone', ' Phone '])('may not have the name of one that counts: %j', async (name) => {
    const { strong } = await at.protectedPerson()
    expect((await at.ask(strong, 'POST', '', asked(name))).outcome).toEqual([422, 'mfa_factor_name_conflict'])
  })

  it('may not have an empty name too', async () => {
    const session = await at.signIn(await at.person())
    const strong = await at.pass(session, await at.enrol(session, ''))
    for (const name of ['', null, undefined]) {
      expect((await at.ask(strong, 'POST', '', asked(name))).outcome).toEqual([
        422,
        'mfa_factor_name_conflict',
      ])
    }
  })
})

describe('a pending factor', () => {
  let session: SessionBody
  let id: string
  beforeAll(async () => {
    const user = await at.person()
    session = await at.signIn(user)
    id = user.id
  })

  it('makes room for one of its name, and for no other', async () => {
    const first = await at.enrol(session, 'Phone')
    const tablet = await at.enrol(session, 'Tablet')
    const again = await at.enrol(session, 'Phone')
    expect((await factorsOf(id)).map((factor) => factor.id).sort()).toEqual([tablet.id, again.id].sort())
    expect(again.secret).not.toBe(first.secret)
    expect((await at.ask(session, 'POST', `/${first.id}/challenge`)).outcome).toEqual([
      404,
      'mfa_factor_not_found',
    ])
  })

  it('is forgotten after five minutes, at the next enrolment', async () => {
    at.time.now += 299_000
    await at.enrol(session, 'Watch')
    expect(await factorsOf(id)).toHaveLength(3)
    at.time.now += 2000
    const next = await at.enrol(session, 'Laptop')
    expect((await factorsOf(id)).map(({ friendly_name }) => friendly_name)).toEqual(['Watch', 'Laptop'])
    expect(next.id).toBeTruthy()
  })

  it('is one of ten at most', async () => {
    const other = await at.signIn(await at.person())
    for (let count = 0; count < 10; count++) await at.enrol(other, `Phone ${count}`)
    expect((await at.ask(other, 'POST', '', asked('One more'))).outcome).toEqual([
      422,
      'too_many_enrolled_mfa_factors',
    ])
    expect((await at.ask(other, 'POST', '', asked('Phone 3'))).outcome).toBe(200)
  })
})

it(
  'refuses mistaken bodies',
  eachOf(
    [
      ['a phone', { factor_type: 'phone', phone: '+4912345' }, [422, 'mfa_phone_enroll_not_enabled']],
      ['something else', { factor_type: 'horse' }, [400, 'validation_failed']],
      ['nothing', {}, [400, 'validation_failed']],
      ['a name that cannot be stored', { ...asked('a\u0000b') }, [400, 'validation_failed']],
      ['an issuer that is no text', { ...asked('Phone'), issuer: '\ud800' }, [400, 'validation_failed']],
      ['a name without end', { ...asked('x'.repeat(300)) }, [400, 'validation_failed']],
    ],
    async (_what, body, outcome) => {
      const session = await at.signIn(await at.person())
      expect((await at.ask(session, 'POST', '', body)).outcome).toEqual(outcome)
    },
  ),
)

it('is for people who are signed in', async () => {
  const stranger = { ...(await at.signIn(await at.person())), access_token: 'the-publishable-key' }
  expect((await at.ask(stranger, 'POST', '', asked())).outcome).toEqual([403, 'bad_jwt'])
})
