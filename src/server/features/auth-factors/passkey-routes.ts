import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { bearerClaims } from '#server/features/auth-sessions/service.ts'
import { readBody } from '#server/lib/auth/body.ts'
import { clientOf } from '#server/lib/auth/client.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { requiredText } from '#shared/contract/fields.ts'
import { factorId } from './factor-id.ts'
import { usedResponse } from './passkey-body.ts'
import { askForPasskey, signInWithPasskey } from './passkey-sign-in.ts'
import { listPasskeys, renamePasskey } from './passkeys.ts'
import { unenrol } from './service.ts'

const answer = v.object({
  challenge_id: v.pipe(v.string('must be text'), v.uuid('must be a UUID'), v.toLowerCase()),
  credential: usedResponse,
})
const naming = v.object({ friendly_name: requiredText(120) })

/** Sign-in by a passkey alone, and the caller's own passkeys. One is made as a factor is. */
export async function passkeyRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  const claimsOf = ({ headers }: FastifyRequest) => bearerClaims(context.keys, headers)

  app.post('/passkeys/authentication/options', async () => askForPasskey(context))
  app.post('/passkeys/authentication/verify', async (request) => {
    const { challenge_id: challengeId, credential: response } = readBody(answer, request.body)
    return signInWithPasskey(context, { challengeId, response }, clientOf(request.headers))
  })

  for (const step of ['options', 'verify']) {
    app.post(`/passkeys/registration/${step}`, async (request) => {
      await claimsOf(request)
      throw new AuthRefusal(
        'passkey_disabled',
        'A passkey is registered as a second factor here: mfa.webauthn',
      )
    })
  }

  app.get('/passkeys', async (request) => listPasskeys(context, await claimsOf(request)))
  app.patch('/passkeys/:id', async (request) => {
    const claims = await claimsOf(request)
    const { friendly_name } = readBody(naming, request.body)
    return renamePasskey(context, claims, factorId(request), friendly_name)
  })
  app.delete('/passkeys/:id', async (request) => unenrol(context, await claimsOf(request), factorId(request)))
}
