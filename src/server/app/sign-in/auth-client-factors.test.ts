import { afterAll, expect, it } from 'vitest'
import { authAppForTest } from '#server/app/testing.ts'

/** Second factors, as the library's own client asks for them. */
const site = await authAppForTest()
afterAll(() => site.close())

/** A client at aal1 with a pending factor. */
async function enrolled() {
  const who = await site.person()
  const client = await site.signedIn(who)
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  return { who, client, factor: data }
}

/** A client at aal2. */
async function protectedPerson() {
  const made = await enrolled()
  const { error } = await made.client.auth.mfa.challengeAndVerify({
    factorId: made.factor.id,
    code: site.code(made.factor.totp.secret),
  })
  if (error) throw error
  return made
}

it('POST factors', async () => {
  const { client, factor } = await enrolled()
  expect(client.calls.at(-1)).toMatchObject({
    name: 'POST factors',
    body: { factor_type: 'totp' },
    status: 200,
  })
  expect(factor).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
  expect(factor.totp.uri).toMatch(/^otpauth:\/\/totp\//)
  expect(factor.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
})

it('POST factors/{id}/challenge', async () => {
  const { client, factor } = await enrolled()
  const { data, error } = await client.auth.mfa.challenge({ factorId: factor.id })
  expect(error).toBeNull()
  expect(data).toMatchObject({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) })
  expect(client.calls.at(-1)).toMatchObject({ name: `POST factors/${factor.id}/challenge`, status: 200 })
})

it('POST factors/{id}/verify', async () => {
  const { client, factor } = await enrolled()
  const events: string[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  const before = (await client.auth.getSession()).data.session
  const challengeId = (await client.auth.mfa.challenge({ factorId: factor.id })).data?.id ?? ''
  const wrong = await client.auth.mfa.verify({ factorId: factor.id, challengeId, code: '000000' })
  expect([wrong.error?.status, wrong.error?.code]).toEqual([422, 'mfa_verification_failed'])
  const code = site.code(factor.totp.secret)
  const { data, error } = await client.auth.mfa.verify({ factorId: factor.id, challengeId, code })
  expect(error).toBeNull()
  expect(client.calls.at(-1)).toMatchObject({
    name: `POST factors/${factor.id}/verify`,
    body: { challenge_id: challengeId, code },
    status: 200,
  })
  expect(data).toMatchObject({ token_type: 'bearer', refresh_token: expect.any(String) })
  expect(events).toContain('MFA_CHALLENGE_VERIFIED')
  // The tokens from before are void.
  expect((await site.client().auth.refreshSession(before ?? undefined)).error?.status).toBe(400)

  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
  })
})

it('tells a new session that a second factor is due, and lists the factors', async () => {
  const { who, factor } = await protectedPerson()
  const client = await site.signedIn(who)
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect([data?.currentLevel, data?.nextLevel]).toEqual(['aal1', 'aal2'])
  const listed = await client.auth.mfa.listFactors()
  expect(listed.data?.totp).toMatchObject([{ id: factor.id, status: 'verified', friendly_name: 'Phone' }])
  expect(JSON.stringify(listed.data)).not.toContain(factor.totp.secret)
})

it('keeps aal2 over a refresh', async () => {
  const { client } = await protectedPerson()
  await client.auth.refreshSession()
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
})

it('DELETE factors/{id}', async () => {
  const { who, client, factor } = await protectedPerson()
  const weak = await site.signedIn(who)
  const refused = await weak.auth.mfa.unenroll({ factorId: factor.id })
  expect([refused.error?.status, refused.error?.code]).toEqual([422, 'insufficient_aal'])
  const { data, error } = await client.auth.mfa.unenroll({ factorId: factor.id })
  expect([error, data]).toEqual([null, { id: factor.id }])
  expect(client.calls.at(-1)).toMatchObject({ name: `DELETE factors/${factor.id}`, status: 200 })
  await client.auth.refreshSession()
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect([level?.currentLevel, level?.nextLevel]).toEqual(['aal1', 'aal1'])
})
