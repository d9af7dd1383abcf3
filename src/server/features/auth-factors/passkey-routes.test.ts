import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicUrl } from '#server/lib/auth/testing.ts'
import { SoftDevice } from '#server/lib/crypto/testing.ts'
import { clientFor, type FactorTest, factorsForTest, nobody } from './testing.ts'

let at: FactorTest
beforeAll(async () => {
  at = await factorsForTest()
})
afterAll(() => at.close())

/** The browser has bytes where the wire has base64url. */
const wired = (bytes: BufferSource) => Buffer.from(bytes as ArrayBuffer).toString('base64url')

it('the client makes, shows, lists, renames and removes a passkey, and signs in by it', async () => {
  const { strong, user: anna } = await at.protectedPerson()
  const auth = clientFor(at, strong)
  const device = new SoftDevice(publicUrl)
  const webauthn = { rpId: 'site.example', rpOrigins: [publicUrl] }

  const enrolled = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Laptop' })
  const factorId = enrolled.data?.id ?? ''
  const asked = await auth.mfa.challenge({ factorId, webauthn })
  if (asked.data?.webauthn.type !== 'create') throw new Error('asked for no passkey to be made')
  const { publicKey } = asked.data.webauthn.credential_options
  const made = device.make({
    ...publicKey,
    challenge: wired(publicKey.challenge),
    user: { ...publicKey.user, id: wired(publicKey.user.id) },
  } as never)
  const verified = await auth.mfa.verify({
    factorId,
    challengeId: asked.data.id,
    webauthn: { ...webauthn, type: 'create', credential_response: { toJSON: () => made } as never },
  })
  expect(verified.error).toBeNull()
  expect(verified.data?.user.factors).toMatchObject([{ factor_type: 'totp' }, { id: factorId }])

  const stranger = clientFor(at, null)
  const start = await stranger.passkey.startAuthentication()
  const credential = device.sign(start.data?.options as never)
  const came = await stranger.passkey.verifyAuthentication({
    challengeId: start.data?.challenge_id ?? '',
    credential: credential as never,
  })
  expect(came.data?.user?.id).toBe(anna.id)
  expect((await stranger.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' })

  expect((await stranger.passkey.list()).data).toMatchObject([{ id: factorId, friendly_name: 'Laptop' }])
  const renamed = await stranger.passkey.update({ passkeyId: factorId, friendlyName: 'Old laptop' })
  expect(renamed.data).toMatchObject({ friendly_name: 'Old laptop' })
  expect((await auth.passkey.delete({ passkeyId: factorId })).error).toBeNull()
  expect((await auth.passkey.list()).data).toEqual([])
})

it.each([
  ['no name', 'https://203.0.113.7'],
  ['plain http', 'http://crm.lan'],
])('where the site is reached by %s, there are no passkeys, and codes stay', async (_how, publicUrl) => {
  const { strong, factor } = await at.protectedPerson()
  const { publicUrl: before } = at.context
  at.context.publicUrl = () => publicUrl
  const body = { factor_type: 'webauthn', friendly_name: 'Key' }
  expect((await at.ask(strong, 'POST', '', body)).outcome).toEqual([422, 'mfa_webauthn_enroll_not_enabled'])
  const options = await at.ask(nobody, 'POST', '/passkeys/authentication/options', {})
  expect(options.outcome).toEqual([404, 'passkey_disabled'])
  expect((await at.tryCode(strong, factor, '000000')).outcome).toEqual([422, 'mfa_verification_failed'])
  at.context.publicUrl = before
})
