import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { bearerClaims } from '#server/features/auth-sessions/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { readSignInClient } from '#server/lib/auth/conventions.ts'
import { AuthRefusal, invalid, readBody } from '#server/lib/auth/refusal.ts'
import { optionalTrimmedText, requiredText } from '#shared/contract/fields.ts'
import { startChallenge } from './challenges.ts'
import { enroll } from './enrollment.ts'
import { passkeyAnswer, usedResponse } from './passkey-answers.ts'
import { signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.ts'
import { listPasskeys, renamePasskey } from './passkeys.ts'
import { createRecoveryCodes, recoveryStatus, removeRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { unenroll } from './service.ts'
import { verifyFactor } from './verification.ts'

const uuid = v.pipe(v.string('must be text'), v.uuid('must be a UUID'), v.toLowerCase())
const optionalText = v.optional(v.nullable(optionalTrimmedText(255)), null)

const enrollment = v.object({
  factor_type: v.string('must be text'),
  friendly_name: optionalText,
  issuer: optionalText,
})
const factorAnswer = v.object({
  challenge_id: uuid,
  code: v.optional(
    v.pipe(v.string('must be text'), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(100, 'is not a code')),
  ),
  webauthn: v.optional(passkeyAnswer),
})
const recoveryCodesNaming = v.object({ friendly_name: optionalText })
/** A missing code counts as a wrong code, as in Supabase. */
const recoveryCodeAnswer = v.object({
  code: v.optional(v.pipe(v.string('must be text'), v.maxLength(100, 'is not a code')), ''),
})
const passkeySignIn = v.object({ challenge_id: uuid, credential: usedResponse })
const passkeyNaming = v.object({ friendly_name: requiredText(120) })

/** Routes for second factors, recovery codes, and passkeys, which can also sign a user in without a password. */
export async function factorRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  const claimsOf = ({ headers }: FastifyRequest) => bearerClaims(context.keys, headers)

  app.post('/factors', async (request) => {
    const claims = await claimsOf(request)
    const { factor_type, friendly_name, issuer } = readBody(enrollment, request.body)
    return enroll(context, claims, { type: factor_type, name: friendly_name ?? '', issuer })
  })
  app.post('/factors/:id/challenge', async (request) => {
    const claims = await claimsOf(request)
    return startChallenge(context, claims, factorId(request), request.ip)
  })
  app.post('/factors/:id/verify', async (request) => {
    const claims = await claimsOf(request)
    const { challenge_id: challengeId, code, webauthn: passkey } = readBody(factorAnswer, request.body)
    const client = readSignInClient(request.headers)
    return verifyFactor(context, claims, factorId(request), {
      challengeId,
      code,
      passkey,
      ip: request.ip,
      client,
    })
  })
  for (const path of ['/factors/:id', '/passkeys/:id']) {
    app.delete(path, async (request) => unenroll(context, await claimsOf(request), factorId(request)))
  }

  app.get('/factors/recovery-codes', async (request) => recoveryStatus(context, await claimsOf(request)))
  app.post('/factors/recovery-codes', async (request) => {
    const claims = await claimsOf(request)
    const { friendly_name: name } = readBody(recoveryCodesNaming, request.body)
    if (name) throw invalid('friendly_name: recovery codes cannot have a name')
    return createRecoveryCodes(context, claims, { onlyAgain: false })
  })
  app.post('/factors/recovery-codes/regenerate', async (request) =>
    createRecoveryCodes(context, await claimsOf(request), { onlyAgain: true }),
  )
  app.post('/factors/recovery-codes/verify', async (request) => {
    const claims = await claimsOf(request)
    const { code } = readBody(recoveryCodeAnswer, request.body)
    return useRecoveryCode(context, claims, code, readSignInClient(request.headers))
  })
  app.delete('/factors/recovery-codes', async (request) => removeRecoveryCodes(context, await claimsOf(request)))

  app.post('/passkeys/authentication/options', async () => startPasskeySignIn(context))
  app.post('/passkeys/authentication/verify', async (request) => {
    const { challenge_id: challengeId, credential: response } = readBody(passkeySignIn, request.body)
    return signInWithPasskey(context, { challengeId, response }, readSignInClient(request.headers))
  })
  for (const step of ['options', 'verify']) {
    app.post(`/passkeys/registration/${step}`, async (request) => {
      await claimsOf(request)
      const message = 'Register a passkey as a second factor with mfa.webauthn'
      throw new AuthRefusal('passkey_disabled', message)
    })
  }
  app.get('/passkeys', async (request) => listPasskeys(context, await claimsOf(request)))
  app.patch('/passkeys/:id', async (request) => {
    const claims = await claimsOf(request)
    const { friendly_name } = readBody(passkeyNaming, request.body)
    return renamePasskey(context, claims, factorId(request), friendly_name)
  })
}

function factorId({ params }: FastifyRequest): string {
  const { id } = params as { id: string }
  if (!v.is(uuid, id)) throw invalid('factor_id must be a UUID', 404)
  return id
}
