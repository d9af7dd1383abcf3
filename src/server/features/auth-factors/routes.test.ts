import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientFor, type FactorTest, factorsForTest } from './testing.ts'

let at: FactorTest
beforeAll(async () => {
  at = await factorsForTest()
})
afterAll(() => at.close())

it('the client enrols, proves, recovers and removes a factor', async () => {
  const user = await at.person()
  const auth = clientFor(at, await at.signIn(user))
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  })

  const enrolled = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'Hub' })
  const { id = '', totp } = enrolled.data ?? {}
  expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
  const wrong = await auth.mfa.challengeAndVerify({ factorId: id, code: 'abcdef' })
  expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  const challenged = await auth.mfa.challenge({ factorId: id })
  const verified = await auth.mfa.verify({
    factorId: id,
    challengeId: challenged.data?.id ?? '',
    code: at.codeOf(totp?.secret ?? ''),
  })
  expect(verified.error).toBeNull()
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
  })

  const made = await auth.mfa.recoveryCodes.generate()
  expect(made.data?.codes).toHaveLength(10)
  const later = clientFor(at, await at.signIn(await at.now(user)))
  expect((await later.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
  const recovered = await later.mfa.recoveryCodes.verify({ code: made.data?.codes[0] ?? '' })
  expect(recovered.error).toBeNull()
  expect((await later.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
  })
  expect((await later.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
  expect((await later.mfa.recoveryCodes.regenerate()).data?.codes).toHaveLength(10)
  expect((await later.mfa.recoveryCodes.unenroll()).error).toBeNull()
  expect((await auth.mfa.unenroll({ factorId: id })).data).toEqual({ id })
})
