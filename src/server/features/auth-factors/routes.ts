import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { bearerClaims } from '#server/features/auth-sessions/service.ts'
import { readBody } from '#server/lib/auth/body.ts'
import { clientOf } from '#server/lib/auth/client.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { invalid } from '#server/lib/auth/refusal.ts'
import { freeText } from '#shared/contract/fields.ts'
import { challenge } from './challenges.ts'
import { enrol } from './enrolment.ts'
import { factorId } from './factor-id.ts'
import { passkeyAnswer } from './passkey-body.ts'
import { makeRecoveryCodes, recoveryStatus, removeRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { unenrol } from './service.ts'
import { verify } from './verification.ts'

const optionalText = v.optional(v.nullable(freeText(255)), null)
const enrolment = v.object({
  factor_type: v.string('must be text'),
  friendly_name: optionalText,
  issuer: optionalText,
})
const typed = v.pipe(
  v.string('must be text'),
  v.trim(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(100, 'is no code'),
)
const answer = v.object({
  challenge_id: v.pipe(v.string('must be text'), v.uuid('must be a UUID'), v.toLowerCase()),
  code: v.optional(typed),
  webauthn: v.optional(passkeyAnswer),
})
const naming = v.object({ friendly_name: optionalText })
/** A missing code is a wrong one, as at Supabase. */
const recovery = v.object({
  code: v.optional(v.pipe(v.string('must be text'), v.maxLength(100, 'is no code')), ''),
})

export async function factorRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  const claimsOf = ({ headers }: FastifyRequest) => bearerClaims(context.keys, headers)

  app.post('/factors', async (request) => {
    const claims = await claimsOf(request)
    const { factor_type, friendly_name, issuer } = readBody(enrolment, request.body)
    return enrol(context, claims, { type: factor_type, name: friendly_name ?? '', issuer })
  })
  app.post('/factors/:id/challenge', async (request) => {
    const claims = await claimsOf(request)
    return challenge(context, claims, factorId(request), request.ip)
  })
  app.post('/factors/:id/verify', async (request) => {
    const claims = await claimsOf(request)
    const { challenge_id: challengeId, code, webauthn: passkey } = readBody(answer, request.body)
    const client = clientOf(request.headers)
    return verify(context, claims, factorId(request), { challengeId, code, passkey, ip: request.ip, client })
  })
  app.delete('/factors/:id', async (request) => unenrol(context, await claimsOf(request), factorId(request)))

  app.get('/factors/recovery-codes', async (request) => recoveryStatus(context, await claimsOf(request)))
  app.post('/factors/recovery-codes', async (request) => {
    const claims = await claimsOf(request)
    if (readBody(naming, request.body).friendly_name) throw invalid('friendly_name: these codes have no name')
    return makeRecoveryCodes(context, claims, { onlyAgain: false })
  })
  app.post('/factors/recovery-codes/regenerate', async (request) =>
    makeRecoveryCodes(context, await claimsOf(request), { onlyAgain: true }),
  )
  app.post('/factors/recovery-codes/verify', async (request) => {
    const claims = await claimsOf(request)
    const { code } = readBody(recovery, request.body)
    return useRecoveryCode(context, claims, code, clientOf(request.headers))
  })
  app.delete('/factors/recovery-codes', async (request) =>
    removeRecoveryCodes(context, await claimsOf(request)),
  )
}
