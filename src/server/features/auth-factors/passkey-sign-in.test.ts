import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicUrl } from '#server/lib/auth/testing.ts'
import { SoftDevice } from '#server/lib/crypto/testing.ts'
import { claimsOf, type FactorTest, factorsForTest, nobody } from './testing.ts'

let at: FactorTest
beforeAll(async () => {
  at = await factorsForTest()
})
afterAll(() => at.close())

const failed = [400, 'webauthn_verification_failed'] as const

describe('a passkey alone', () => {
  it('signs in, with the worth of both steps, and is written down', async () => {
    const { user, device } = await at.personWithPasskey()
    const { outcome, said } = await at.comeIn(device)
    expect(outcome).toBe(200)
    expect(said.user).toMatchObject({ id: user.id, email: user.email })
    const { aal, amr } = claimsOf(said)
    expect(aal).toBe('aal2')
    expect(amr.map(({ method }) => method).sort()).toEqual(['mfa/webauthn', 'passkey'])
    expect(claimsOf(await at.refresh(said)).aal).toBe('aal2')
    const lines = await at.test.asOwner<{ payload: object }>(
      "select payload from auth.audit_log_entries where payload ->> 'actor_id' = $1 order by created_at, id",
      [user.id],
    )
    expect(lines.map(({ payload }) => payload)).toContainEqual({
      action: 'login',
      outcome: 'done',
      actor_id: user.id,
      traits: { method: 'passkey', session: claimsOf(said).session_id },
    })
  })

  it('asks nobody who they are, and keeps nothing of the question', async () => {
    const count = async () => {
      const sums = await at.test.asOwner(
        'select (select count(*) from private.throttles) + (select count(*) from auth.mfa_challenges) as rows',
      )
      return sums[0]
    }
    const before = await count()
    const { said } = await at.ask(nobody, 'POST', '/passkeys/authentication/options', {})
    expect(said).toMatchObject({
      options: { rpId: 'site.example', userVerification: 'required', timeout: 300_000 },
      expires_at: Math.floor(at.time.now / 1000) + 300,
    })
    expect(said).not.toHaveProperty('options.allowCredentials')
    expect(await count()).toEqual(before)
  })

  it.each([
    ['another origin', (device: SoftDevice) => Object.assign(device, { origin: 'https://evil.example' })],
    ['a device that asked for nothing', (device: SoftDevice) => Object.assign(device, { verifies: false })],
    ['a frame of another site', (device: SoftDevice) => Object.assign(device, { crossOrigin: true })],
    ['a copy that counts on its own', (device: SoftDevice) => Object.assign(device, { counter: 0 })],
    ['a device that nobody has registered', () => new SoftDevice(publicUrl)],
  ])('is refused from %s', async (_where, change) => {
    const { device } = await at.personWithPasskey()
    device.counter = 7
    expect((await at.comeIn(device)).outcome).toBe(200)
    expect((await at.comeIn(change(device))).outcome).toEqual(failed)
  })

  it('is refused under another person’s name, and when it only pends', async () => {
    const [anna, bert] = [await at.personWithPasskey(), await at.personWithPasskey()]
    const asked = await at.comeIn(anna.device)
    const credential = structuredClone(asked.body.credential)
    credential.response.userHandle = (await at.comeIn(bert.device)).body.credential.response.userHandle ?? ''
    const body = { ...asked.body, credential }
    expect((await at.ask(nobody, 'POST', '/passkeys/authentication/verify', body)).outcome).toEqual(failed)
    await at.test.asOwner("update auth.mfa_factors set status = 'unverified' where id = $1", [anna.id])
    expect((await at.comeIn(anna.device)).outcome).toEqual(failed)
  })

  it('is refused once it is removed, and what it opened ends', async () => {
    const { user, id, device, strong } = await at.personWithPasskey()
    const { said: own } = await at.comeIn(device)
    expect((await at.ask(strong, 'DELETE', `/passkeys/${id}`)).outcome).toBe(200)
    expect((await at.comeIn(device)).outcome).toEqual(failed)
    await expect(at.refresh(own)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
    expect((await at.sessionsOf(user)).map(({ aal }) => aal)).toEqual(['aal1'])
  })

  it('is refused to who was stopped, or never confirmed their address', async () => {
    const { user, device } = await at.personWithPasskey()
    await at.test.asOwner("update auth.users set banned_until = now() + interval '1 year' where id = $1", [
      user.id,
    ])
    expect((await at.comeIn(device)).outcome).toEqual([403, 'user_banned'])
    await at.test.asOwner(
      'update auth.users set banned_until = null, email_confirmed_at = null where id = $1',
      [user.id],
    )
    expect((await at.comeIn(device)).outcome).toEqual([400, 'email_not_confirmed'])
  })
})

describe('the question', () => {
  it('is answered once', async () => {
    const { device } = await at.personWithPasskey()
    const { outcome, body } = await at.comeIn(device)
    expect(outcome).toBe(200)
    // As with a device that does not count: only the challenge shows that the answer was used.
    await at.test.asOwner('update private.passkeys set counter = 0')
    const again = await at.ask(nobody, 'POST', '/passkeys/authentication/verify', body)
    expect(again.outcome).toEqual([400, 'webauthn_challenge_not_found'])
  })

  it('is over after five minutes', async () => {
    const { device } = await at.personWithPasskey()
    const { said } = await at.ask<{ challenge_id: string; options: never }>(
      nobody,
      'POST',
      '/passkeys/authentication/options',
      {},
    )
    const body = { challenge_id: said.challenge_id, credential: device.sign(said.options) }
    at.time.now += 300_000
    const late = await at.ask(nobody, 'POST', '/passkeys/authentication/verify', body)
    expect(late.outcome).toEqual([400, 'webauthn_challenge_expired'])
  })

  it('is ours: an id that somebody made up fits nothing', async () => {
    const { device } = await at.personWithPasskey()
    const forged = await at.comeIn(device, { challenge_id: v7({ msecs: at.time.now + 3_600_000 }) })
    expect(forged.outcome).toEqual(failed)
  })

  it('to a second step is no question to sign in', async () => {
    const { id, device, strong } = await at.personWithPasskey()
    const { challenge, ceremony } = await at.askPasskey(strong, id)
    const { credential_response: credential } = at.sayOf(device, ceremony)
    const body = { challenge_id: challenge, credential }
    const { outcome } = await at.ask(nobody, 'POST', '/passkeys/authentication/verify', body)
    expect(outcome).toEqual([
      400,
      expect.stringMatching(/^webauthn_(verification_failed|challenge_expired)$/),
    ])
  })
})
