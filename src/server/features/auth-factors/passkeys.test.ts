import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { claimsOf, publicUrl } from '#server/features/auth-sessions/testing.ts'
import { SimulatedAuthenticator } from '#server/lib/crypto/testing.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { testEach } from '#shared/lib/testing.ts'
import { factorsForTest } from './testing.ts'

const at = await factorsForTest()
afterAll(() => at.close())

const failed = [422, 'mfa_verification_failed'] as const
const insufficient = (status: number) => [status, 'insufficient_aal']
type Change = (device: SimulatedAuthenticator) => SimulatedAuthenticator
const other: Change = () => new SimulatedAuthenticator(publicUrl)
const withChange =
  (change: Partial<SimulatedAuthenticator>): Change =>
  (device) =>
    Object.assign(device, change)

describe('two-step verification with a passkey', () => {
  it('registers a passkey when its first challenge is verified, raises the session to aal2, and emails the user', async () => {
    const { user, id, device, strong } = await at.passkeyUser()
    const amr = [{ method: 'mfa/webauthn' }, { method: 'password' }]
    expect(claimsOf(strong)).toMatchObject({ aal: 'aal2', amr })
    expect(strong.user.factors).toMatchObject([{ id, factor_type: 'webauthn', status: 'verified' }])
    expect(at.letterTo(user.email).kind).toBe('factor-added')
    expect(at.letterTo(user.email).text).toContain('The passkey “Laptop” now protects your account')

    const { outcome, said } = await at.showPasskey(await at.signIn(user), id, device)
    expect([outcome, claimsOf(said).aal]).toEqual([200, 'aal2'])
    const stored = await at.test.asOwner(
      'select counter::int, transports, last_used_at is not null as used from private.passkeys where factor_id = $1',
      [id],
    )
    expect(stored).toEqual([{ counter: 1, transports: ['internal'], used: true }])
  })

  it('creates a discoverable passkey, requests it by its id, and requires user verification', async () => {
    const user = await at.person()
    const session = await at.open(user)
    const id = await at.enrollPasskey(session)
    const { ceremony } = await at.askPasskey(session, id)
    const made = {
      rp: { id: 'site.example' },
      user: { name: user.email },
      attestation: 'none',
      timeout: 300_000,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    }
    expect(ceremony).toMatchObject({ type: 'create', credential_options: { publicKey: made } })
    const device = new SimulatedAuthenticator(publicUrl)
    const { said: strong } = await at.showPasskey(session, id, device)
    const again = await at.askPasskey(strong, id)
    const used = {
      rpId: 'site.example',
      userVerification: 'required',
      allowCredentials: [{ id: device.id.toString('base64url'), transports: ['internal'] }],
    }
    expect(again.ceremony).toMatchObject({ type: 'request', credential_options: { publicKey: used } })
    const stored = JSON.stringify(await at.test.asOwner('select c::text from auth.mfa_challenges c'))
    expect(stored).not.toContain(again.ceremony.credential_options.publicKey.challenge)
  })

  it(
    '[S4] rejects a passkey from another site or device, a copied passkey, and a device that did not verify its user',
    testEach(
      [
        ['another origin', withChange({ origin: 'https://site.example.evil.example' })],
        ['plain http', withChange({ origin: 'http://site.example' })],
        ['a device that did not verify the user', withChange({ verifies: false })],
        ['a copy with its own counter', withChange({ counter: 0 })],
        ['a frame of another site', withChange({ crossOrigin: true })],
        ['another device', other],
      ],
      async (_, change) => {
        const { user, id, device } = await at.passkeyUser()
        device.counter = 7
        expect((await at.showPasskey(await at.signIn(user), id, device)).outcome).toBe(200)
        const weak = await at.signIn(user)
        expect((await at.showPasskey(weak, id, change(device))).outcome).toEqual(failed)
        expect(claimsOf(await at.refresh(weak)).aal).toBe('aal1')
      },
    ),
  )

  it(
    '[S4] creates no passkey for another site, for a second account, or on a device that did not verify its user',
    testEach(
      [
        ['another origin', withChange({ origin: 'https://evil.example' }), failed],
        ['a device that did not verify the user', withChange({ verifies: false }), failed],
        ['a frame of another site', withChange({ crossOrigin: true }), failed],
        [
          'the passkey of another user',
          (device: SimulatedAuthenticator) => device,
          [422, 'webauthn_credential_exists'],
        ],
      ] as const,
      async (where, change, outcome) => {
        const { device } = await at.passkeyUser()
        const session = await at.signIn()
        const id = await at.enrollPasskey(session)
        const shown = where.startsWith('the passkey') ? device : change(new SimulatedAuthenticator(publicUrl))
        expect((await at.showPasskey(session, id, shown)).outcome).toEqual(outcome)
      },
    ),
  )

  it("accepts any of the user's passkeys, and still accepts codes from an authenticator app", async () => {
    const { user, strong, factor } = await at.protectedUser()
    const [first, second] = [new SimulatedAuthenticator(publicUrl), new SimulatedAuthenticator(publicUrl)]
    const laptop = await at.enrollPasskey(strong, 'Laptop')
    const one = await at.showPasskey(strong, laptop, first)
    const key = await at.enrollPasskey(one.said, 'Key')
    const both = await at.showPasskey(one.said, key, second)
    const types = both.said.user.factors?.map(({ factor_type }) => factor_type)
    expect(types).toEqual(['totp', 'webauthn', 'webauthn'])
    for (const [id, right, wrong] of [
      [laptop, first, second],
      [key, second, first],
    ] as const) {
      expect((await at.showPasskey(await at.signIn(user), id, right)).outcome).toBe(200)
      expect((await at.showPasskey(await at.signIn(user), id, wrong)).outcome).toEqual(failed)
    }
    expect(claimsOf(await at.pass(await at.signIn(user), factor)).aal).toBe('aal2')
  })

  it('lowers a session to aal1 after the passkey that raised it is removed', async () => {
    const { user, id, device, strong } = await at.passkeyUser()
    const { said } = await at.showPasskey(await at.signIn(user), id, device)
    expect((await at.ask('DELETE', `/factors/${id}`, { as: strong })).outcome).toBe(200)
    expect(claimsOf(await at.refresh(said))).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect(at.letterTo(user.email).text).toContain('The passkey “Laptop” no longer protects your account')
  })
})

describe('passkey challenge', () => {
  it('[S4] accepts only one response, which must come within five minutes from the same session and factor', async () => {
    const { user, id, device, strong } = await at.passkeyUser()
    const key = await at.enrollPasskey(strong, 'Key')
    await at.showPasskey(strong, key, new SimulatedAuthenticator(publicUrl))
    const [session, thief] = [await at.signIn(user), await at.signIn(user)]

    const { challenge_id, ceremony } = await at.askPasskey(session, id)
    const body = { challenge_id, webauthn: at.signedBy(device, ceremony) }
    const answer = async (as: SessionBody, factor = id) => (await at.answer(as, { id: factor }, body)).outcome
    expect(await answer(thief)).toEqual(failed)
    expect(await answer(session, key)).toEqual([422, 'mfa_factor_not_found'])
    expect(await answer(session)).toBe(200)
    const next = await at.signIn(user)
    expect(await answer(next)).toEqual([422, 'mfa_ip_address_mismatch'])

    const late = await at.askPasskey(next, id)
    at.time.now += 300_000
    const webauthn = at.signedBy(device, late.ceremony)
    const { outcome } = await at.answer(next, { id }, { challenge_id: late.challenge_id, webauthn })
    expect(outcome).toEqual([422, 'mfa_challenge_expired'])
  })

  it('[S4] expires after five wrong responses, which are all recorded in the audit log', async () => {
    const { user, id, device } = await at.passkeyUser()
    const session = await at.signIn(user)
    const { challenge_id, ceremony } = await at.askPasskey(session, id)
    const answer = async (by: SimulatedAuthenticator) =>
      (await at.answer(session, { id }, { challenge_id, webauthn: at.signedBy(by, ceremony) })).outcome
    const thief = new SimulatedAuthenticator(publicUrl)
    for (let tries = 0; tries < 5; tries++) expect(await answer(thief)).toEqual(failed)
    expect(await answer(device)).toEqual([422, 'mfa_challenge_expired'])
    const refused = (await at.audited(user)).filter(({ outcome }) => outcome === 'refused')
    expect(refused.map(({ action }) => action)).toEqual(Array(5).fill('verification_attempted'))
    expect((await at.showPasskey(session, id, device)).outcome).toBe(200)
  })

  it(
    'rejects malformed responses',
    testEach(
      [
        {},
        { code: '123456' },
        { webauthn: {} },
        { webauthn: { type: 'request' } },
        { webauthn: { type: 'request', credential_response: { id: 'ü', rawId: 'a', type: 'public-key' } } },
      ],
      async (body) => {
        const { id, strong } = await at.passkeyUser()
        const { challenge_id } = await at.askPasskey(strong, id)
        const { outcome } = await at.answer(strong, { id }, { challenge_id, ...body })
        expect(outcome).toEqual([400, 'validation_failed'])
      },
    ),
  )

  it('does not register a second passkey for a factor that already has one', async () => {
    const { id, strong } = await at.passkeyUser()
    const { ceremony } = await at.askPasskey(strong, await at.enrollPasskey(strong, 'Key'))
    const { challenge_id } = await at.askPasskey(strong, id)
    const webauthn = at.signedBy(new SimulatedAuthenticator(publicUrl), ceremony)
    const { outcome } = await at.answer(strong, { id }, { challenge_id, webauthn })
    expect(outcome).toEqual([400, 'validation_failed'])
  })
})

it('[S5] rejects every change to passkeys at aal1 if another factor is verified', async () => {
  const { user, strong } = await at.protectedUser()
  const planted = await at.enrollPasskey(strong)
  const weak = await at.signIn(user)
  const body = { factor_type: 'webauthn', friendly_name: 'Mine' }
  expect((await at.ask('POST', '/factors', { as: weak, body })).outcome).toEqual(insufficient(403))
  const shown = await at.showPasskey(weak, planted, new SimulatedAuthenticator(publicUrl))
  expect(shown.outcome).toEqual(insufficient(403))
  const owner = await at.passkeyUser()
  const as = await at.signIn(owner.user)
  for (const path of ['/factors', '/passkeys']) {
    expect((await at.ask('DELETE', `${path}/${owner.id}`, { as })).outcome).toEqual(insufficient(422))
  }
  const renamed = await at.ask('PATCH', `/passkeys/${owner.id}`, { as, body: { friendly_name: 'Mine' } })
  expect(renamed.outcome).toEqual(insufficient(403))
})

describe('passkey management', () => {
  async function appAndPasskey() {
    const { strong } = await at.protectedUser()
    const id = await at.enrollPasskey(strong, 'Laptop')
    return { id, as: (await at.showPasskey(strong, id, new SimulatedAuthenticator(publicUrl))).said }
  }

  it('lists each verified passkey with the time of its last use, and omits authenticator apps and pending passkeys', async () => {
    const { id, as } = await appAndPasskey()
    await at.enrollPasskey(as, 'Key')
    const last_used_at = new Date(at.time.now).toISOString()
    const listed = [{ id, friendly_name: 'Laptop', created_at: expect.any(String), last_used_at }]
    expect((await at.ask('GET', '/passkeys', { as })).said).toEqual(listed)
  })

  it('renames a passkey unless another factor already has the new name', async () => {
    const { id, as } = await appAndPasskey()
    const rename = (friendly_name: string, which = id) =>
      at.ask('PATCH', `/passkeys/${which}`, { as, body: { friendly_name } })
    expect((await rename('Old laptop')).said).toMatchObject({ id, friendly_name: 'Old laptop' })
    expect((await rename('Phone')).outcome).toEqual([422, 'mfa_factor_name_conflict'])
    expect((await rename(' ')).outcome).toEqual([400, 'validation_failed'])
    expect((await rename('Mine', randomUUID())).outcome).toEqual([404, 'passkey_not_found'])
  })

  it('prevents users from seeing or changing passkeys of other users', async () => {
    const [owner, thief] = [await at.passkeyUser(), await at.passkeyUser()]
    const as = thief.strong
    const { said } = await at.ask<{ id: string }[]>('GET', '/passkeys', { as })
    expect(said.map(({ id }) => id)).toEqual([thief.id])
    const path = `/passkeys/${owner.id}`
    const renamed = await at.ask('PATCH', path, { as, body: { friendly_name: 'Mine' } })
    expect(renamed.outcome).toEqual([404, 'passkey_not_found'])
    expect((await at.ask('DELETE', path, { as })).outcome).toEqual([404, 'mfa_factor_not_found'])
  })
})

it.each([
  ['a numeric address', 'https://203.0.113.7'],
  ['plain http', 'http://crm.lan'],
])('disables passkeys but still checks codes from authenticator apps if the site uses %s', async (_, publicUrl) => {
  const { strong: as, factor } = await at.protectedUser()
  const { publicUrl: before } = at.context
  at.context.publicUrl = () => publicUrl
  const body = { factor_type: 'webauthn', friendly_name: 'Key' }
  const enrolled = await at.ask('POST', '/factors', { as, body })
  expect(enrolled.outcome).toEqual([422, 'mfa_webauthn_enroll_not_enabled'])
  expect((await at.askToSignIn()).outcome).toEqual([404, 'passkey_disabled'])
  expect((await at.tryCode(as, factor, '000000')).outcome).toEqual(failed)
  at.context.publicUrl = before
})
