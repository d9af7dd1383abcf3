import { v7 } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import { claimsOf, methodsOf, publicUrl } from '#server/features/auth-sessions/testing.ts'
import { SimulatedAuthenticator } from '#server/lib/crypto/testing.ts'
import { factorsForTest } from './testing.ts'

const at = await factorsForTest()
afterAll(() => at.close())

const failed = [400, 'webauthn_verification_failed'] as const

describe('passkey sign-in', () => {
  it('opens a session at aal2, and records the sign-in in the audit log', async () => {
    const { user, device } = await at.passkeyUser()
    const { outcome, said } = await at.signInWith(device)
    expect(outcome).toBe(200)
    expect(said.user).toMatchObject({ id: user.id, email: user.email })
    expect([claimsOf(said).aal, methodsOf(said).sort()]).toEqual(['aal2', ['mfa/webauthn', 'passkey']])
    expect(claimsOf(await at.refresh(said)).aal).toBe('aal2')
    expect(await at.audited(user)).toContainEqual({
      action: 'login',
      outcome: 'done',
      actor_id: user.id,
      traits: { method: 'passkey', session: claimsOf(said).session_id },
    })
  })

  it.each([
    ['another origin', (device: SimulatedAuthenticator) => Object.assign(device, { origin: 'https://evil.example' })],
    ['an unknown device', () => new SimulatedAuthenticator(publicUrl)],
  ])('[S4] rejects a passkey from %s', async (_, change) => {
    const { device } = await at.passkeyUser()
    device.counter = 7
    expect((await at.signInWith(device)).outcome).toBe(200)
    expect((await at.signInWith(change(device))).outcome).toEqual(failed)
  })

  it("[S4] rejects a pending passkey and a passkey sent with another user's id", async () => {
    const [anna, bert] = [await at.passkeyUser(), await at.passkeyUser()]
    const { body } = await at.signInWith(anna.device)
    const { userHandle = '' } = (await at.signInWith(bert.device)).body.credential.response
    const credential = structuredClone(body.credential)
    credential.response.userHandle = userHandle
    expect((await at.verifySignIn({ ...body, credential })).outcome).toEqual(failed)
    await at.test.asOwner("update auth.mfa_factors set status = 'unverified' where id = $1", [anna.id])
    expect((await at.signInWith(anna.device)).outcome).toEqual(failed)
  })

  it('[S8] is rejected once the passkey is removed, and all sessions opened with that passkey end', async () => {
    const { user, id, device, strong } = await at.passkeyUser()
    const { said: own } = await at.signInWith(device)
    expect((await at.ask('DELETE', `/passkeys/${id}`, { as: strong })).outcome).toBe(200)
    expect((await at.signInWith(device)).outcome).toEqual(failed)
    await expect(at.refresh(own)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
    expect(await at.levels(user)).toEqual(['aal1'])
  })

  it('rejects banned users and users without a confirmed email address', async () => {
    const { user, device } = await at.passkeyUser()
    await at.change(user, { banned_until: new Date('2999-01-01') })
    expect((await at.signInWith(device)).outcome).toEqual([403, 'user_banned'])
    await at.change(user, { banned_until: null, email_confirmed_at: null })
    expect((await at.signInWith(device)).outcome).toEqual([400, 'email_not_confirmed'])
  })
})

describe('passkey sign-in challenge', () => {
  it('lists no passkeys, and is not stored in the database', async () => {
    const count = () =>
      at.test.asOwner(
        'select (select count(*) from private.throttles) + (select count(*) from auth.mfa_challenges) as rows',
      )
    const before = await count()
    const { said } = await at.askToSignIn()
    expect(said).toMatchObject({
      options: { rpId: 'site.example', userVerification: 'required', timeout: 300_000 },
      expires_at: Math.floor(at.time.now / 1000) + 300,
    })
    expect(said).not.toHaveProperty('options.allowCredentials')
    expect(await count()).toEqual(before)
  })

  it('[S4] accepts only one response, even from a device without a counter', async () => {
    const { device } = await at.passkeyUser()
    const { outcome, body } = await at.signInWith(device)
    expect(outcome).toBe(200)
    await at.test.asOwner('update private.passkeys set counter = 0')
    expect((await at.verifySignIn(body)).outcome).toEqual([400, 'webauthn_challenge_not_found'])
  })

  it('expires after five minutes', async () => {
    const { device } = await at.passkeyUser()
    const { challenge_id, options } = (await at.askToSignIn()).said
    const body = { challenge_id, credential: device.sign(options) }
    at.time.now += 300_000
    expect((await at.verifySignIn(body)).outcome).toEqual([400, 'webauthn_challenge_expired'])
  })

  it('[S4] is rejected if this server did not issue it or if it is for a second factor', async () => {
    const { id, device, strong } = await at.passkeyUser()
    const forged = await at.signInWith(device, { challenge_id: v7({ msecs: at.time.now + 3_600_000 }) })
    expect(forged.outcome).toEqual(failed)
    const { challenge_id, ceremony } = await at.askPasskey(strong, id)
    const { credential_response: credential } = at.signedBy(device, ceremony)
    const { outcome } = await at.verifySignIn({ challenge_id, credential })
    const refused = /^webauthn_(verification_failed|challenge_expired)$/
    expect(outcome).toEqual([400, expect.stringMatching(refused)])
  })
})
