import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicUrl } from '#server/lib/auth/testing.ts'
import { SoftDevice } from '#server/lib/crypto/testing.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { resetFactors } from './service.ts'
import { claimsOf, type FactorTest, factorsForTest } from './testing.ts'

let at: FactorTest
beforeAll(async () => {
  at = await factorsForTest()
})
afterAll(() => at.close())

const failed = [422, 'mfa_verification_failed'] as const

describe('a passkey', () => {
  it('is made by its first challenge, counts from then on, and makes sessions aal2', async () => {
    const { user, id, device, strong } = await at.personWithPasskey()
    expect(claimsOf(strong)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    })
    expect(strong.user.factors).toMatchObject([{ id, factor_type: 'webauthn', status: 'verified' }])
    expect(at.letters.at(-1)).toMatchObject({ to: user.email, kind: 'factor-added' })
    expect(at.letters.at(-1)?.text).toContain('The passkey “Laptop” now guards your account')

    const { outcome, said } = await at.showPasskey(await at.signIn(user), id, device)
    expect(outcome).toBe(200)
    expect(claimsOf(said).aal).toBe('aal2')
    const stored = await at.test.asOwner(
      'select counter::int, transports, last_used_at is not null as used from private.passkeys where factor_id = $1',
      [id],
    )
    expect(stored).toEqual([{ counter: 1, transports: ['internal'], used: true }])
  })

  it('is asked for by name, with a finger, a face or a PIN, and may be found without a name', async () => {
    const user = await at.person()
    const session = await at.signIn(user)
    const id = await at.enrolPasskey(session)
    const { ceremony } = await at.askPasskey(session, id)
    expect(ceremony).toMatchObject({
      type: 'create',
      credential_options: {
        publicKey: {
          rp: { id: 'site.example' },
          user: { name: user.email },
          attestation: 'none',
          timeout: 300_000,
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        },
      },
    })
    const device = new SoftDevice(publicUrl)
    const { said: strong } = await at.showPasskey(session, id, device)
    const again = await at.askPasskey(strong, id)
    expect(again.ceremony).toMatchObject({
      type: 'request',
      credential_options: {
        publicKey: {
          rpId: 'site.example',
          userVerification: 'required',
          allowCredentials: [{ id: device.id.toString('base64url'), transports: ['internal'] }],
        },
      },
    })
  })

  it(
    'does not count from anywhere else',
    eachOf(
      [
        [
          'another origin',
          (device: SoftDevice) => Object.assign(device, { origin: 'https://site.example.evil.example' }),
        ],
        ['plain http', (device: SoftDevice) => Object.assign(device, { origin: 'http://site.example' })],
        [
          'a device that asked for nothing',
          (device: SoftDevice) => Object.assign(device, { verifies: false }),
        ],
        ['a copy that counts on its own', (device: SoftDevice) => Object.assign(device, { counter: 0 })],
        ['a frame of another site', (device: SoftDevice) => Object.assign(device, { crossOrigin: true })],
        ['another device', () => new SoftDevice(publicUrl)],
      ],
      async (_where, change) => {
        const { user, id, device } = await at.personWithPasskey()
        const session = await at.signIn(user)
        device.counter = 7
        expect((await at.showPasskey(session, id, device)).outcome).toBe(200)
        const weak = await at.signIn(user)
        expect((await at.showPasskey(weak, id, change(device))).outcome).toEqual(failed)
        expect(claimsOf(await at.refresh(weak)).aal).toBe('aal1')
      },
    ),
  )

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a device that asked for nothing', { verifies: false }],
    ['a frame of another site', { crossOrigin: true }],
  ])('is not made at %s', async (_where, change) => {
    const session = await at.signIn(await at.person())
    const id = await at.enrolPasskey(session)
    const device = Object.assign(new SoftDevice(publicUrl), change)
    expect((await at.showPasskey(session, id, device)).outcome).toEqual(failed)
  })

  it('is one person’s alone', async () => {
    const { device } = await at.personWithPasskey()
    const session = await at.signIn(await at.person())
    const id = await at.enrolPasskey(session)
    expect((await at.showPasskey(session, id, device)).outcome).toEqual([422, 'webauthn_credential_exists'])
  })

  it('may be one of several, beside an app', async () => {
    const { user, strong, factor } = await at.protectedPerson()
    const ids = [await at.enrolPasskey(strong, 'Laptop')]
    const devices = [new SoftDevice(publicUrl), new SoftDevice(publicUrl)] as const
    const one = await at.showPasskey(strong, ids[0] ?? '', devices[0])
    ids.push(await at.enrolPasskey(one.said, 'Key'))
    const both = await at.showPasskey(one.said, ids[1] ?? '', devices[1])
    expect(both.said.user.factors?.map(({ factor_type }) => factor_type)).toEqual([
      'totp',
      'webauthn',
      'webauthn',
    ])
    for (const [index, device] of devices.entries()) {
      expect((await at.showPasskey(await at.signIn(user), ids[index] ?? '', device)).outcome).toBe(200)
      expect((await at.showPasskey(await at.signIn(user), ids[1 - index] ?? '', device)).outcome).toEqual(
        failed,
      )
    }
    expect(claimsOf(await at.pass(await at.signIn(user), factor)).aal).toBe('aal2')
  })
})

describe('a question to a passkey', () => {
  it('is answered once, within five minutes, by the session and for the factor that it was put to', async () => {
    const { user, id, device, strong } = await at.personWithPasskey()
    const other = await at.enrolPasskey(strong, 'Key')
    const key = new SoftDevice(publicUrl)
    await at.showPasskey(strong, other, key)
    const [session, thief] = [await at.signIn(user), await at.signIn(user)]

    const { challenge, ceremony } = await at.askPasskey(session, id)
    const webauthn = at.sayOf(device, ceremony)
    const body = { challenge_id: challenge, webauthn }
    // The answer shown by another person's session, and shown for another factor.
    expect((await at.ask(thief, 'POST', `/${id}/verify`, body)).outcome).toEqual(failed)
    expect((await at.ask(session, 'POST', `/${other}/verify`, body)).outcome).toEqual([
      422,
      'mfa_factor_not_found',
    ])
    expect((await at.ask(session, 'POST', `/${id}/verify`, body)).outcome).toBe(200)
    const next = await at.signIn(user)
    expect((await at.ask(next, 'POST', `/${id}/verify`, body)).outcome).toEqual([
      422,
      'mfa_ip_address_mismatch',
    ])

    const late = await at.askPasskey(next, id)
    at.time.now += 300_000
    const answer = { challenge_id: late.challenge, webauthn: at.sayOf(device, late.ceremony) }
    expect((await at.ask(next, 'POST', `/${id}/verify`, answer)).outcome).toEqual([
      422,
      'mfa_challenge_expired',
    ])
  })

  it('stands five wrong answers, each written down, and no sixth', async () => {
    const { user, id, device } = await at.personWithPasskey()
    const session = await at.signIn(user)
    const { challenge, ceremony } = await at.askPasskey(session, id)
    const right = { challenge_id: challenge, webauthn: at.sayOf(device, ceremony) }
    const wrong = { challenge_id: challenge, webauthn: at.sayOf(new SoftDevice(publicUrl), ceremony) }
    for (let tries = 0; tries < 5; tries++) {
      expect((await at.ask(session, 'POST', `/${id}/verify`, wrong)).outcome).toEqual(failed)
    }
    expect((await at.ask(session, 'POST', `/${id}/verify`, right)).outcome).toEqual([
      422,
      'mfa_challenge_expired',
    ])
    const lines = await at.test.asOwner(
      `select from auth.audit_log_entries where payload ->> 'actor_id' = $1
         and payload ->> 'action' = 'verification_attempted' and payload ->> 'outcome' = 'refused'`,
      [user.id],
    )
    expect(lines).toHaveLength(5)
    expect((await at.showPasskey(session, id, device)).outcome).toBe(200)
  })

  it('is not kept', async () => {
    const { id, strong } = await at.personWithPasskey()
    const { ceremony } = await at.askPasskey(strong, id)
    const kept = await at.test.asOwner('select c::text from auth.mfa_challenges c')
    expect(JSON.stringify(kept)).not.toContain(ceremony.credential_options.publicKey.challenge)
  })
})

describe('without the second step', () => {
  it('no passkey is added beside a factor that counts, and none made that was planted before', async () => {
    const { user, strong } = await at.protectedPerson()
    const planted = await at.enrolPasskey(strong)
    const weak = await at.signIn(user)
    const body = { factor_type: 'webauthn', friendly_name: 'Mine' }
    expect((await at.ask(weak, 'POST', '', body)).outcome).toEqual([403, 'insufficient_aal'])
    const shown = await at.showPasskey(weak, planted, new SoftDevice(publicUrl))
    expect(shown.outcome).toEqual([403, 'insufficient_aal'])
  })

  it('no passkey is removed or renamed', async () => {
    const { user, id } = await at.personWithPasskey()
    const weak = await at.signIn(user)
    expect((await at.ask(weak, 'DELETE', `/${id}`)).outcome).toEqual([422, 'insufficient_aal'])
    expect((await at.ask(weak, 'DELETE', `/passkeys/${id}`)).outcome).toEqual([422, 'insufficient_aal'])
    const name = { friendly_name: 'Mine' }
    expect((await at.ask(weak, 'PATCH', `/passkeys/${id}`, name)).outcome).toEqual([403, 'insufficient_aal'])
  })
})

it('what a passkey opened as a second step is aal1 when it goes', async () => {
  const { user, id, device, strong } = await at.personWithPasskey()
  const other = (await at.showPasskey(await at.signIn(user), id, device)).said
  expect((await at.ask(strong, 'DELETE', `/${id}`)).outcome).toBe(200)
  expect(claimsOf(await at.refresh(other))).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect(at.letters.at(-1)?.text).toContain('The passkey “Laptop” no longer guards your account')
})

it('a reset takes passkeys along', async () => {
  const { user, device } = await at.personWithPasskey()
  expect(await resetFactors(at.context, user.email ?? '')).toBe(true)
  expect((await at.comeIn(device)).outcome).toEqual([400, 'webauthn_verification_failed'])
  const left = 'select from private.passkeys where credential_id = $1'
  expect(await at.test.asOwner(left, [device.id.toString('base64url')])).toEqual([])
})

it(
  'refuses mistaken bodies',
  eachOf(
    [
      {},
      { code: '123456' },
      { webauthn: {} },
      { webauthn: { type: 'request' } },
      { webauthn: { type: 'request', credential_response: { id: 'ü', rawId: 'a', type: 'public-key' } } },
    ],
    async (body) => {
      const { id, strong } = await at.personWithPasskey()
      const { challenge: challenge_id } = await at.askPasskey(strong, id)
      const { outcome } = await at.ask(strong, 'POST', `/${id}/verify`, { challenge_id, ...body })
      expect(outcome).toEqual([400, 'validation_failed'])
    },
  ),
)

it('refuses to make a passkey anew where one is', async () => {
  const { id, strong } = await at.personWithPasskey()
  const pending = await at.enrolPasskey(strong, 'Key')
  const { ceremony } = await at.askPasskey(strong, pending)
  const { challenge: challenge_id } = await at.askPasskey(strong, id)
  const webauthn = at.sayOf(new SoftDevice(publicUrl), ceremony)
  const { outcome } = await at.ask(strong, 'POST', `/${id}/verify`, { challenge_id, webauthn })
  expect(outcome).toEqual([400, 'validation_failed'])
})
