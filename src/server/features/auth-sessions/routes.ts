import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AuthContext, decide } from '#server/lib/auth/context.ts'
import { readSignInClient } from '#server/lib/auth/conventions.ts'
import { refusePhone } from '#server/lib/auth/input.ts'
import { AuthRefusal, invalid, readBody, withMinimumRefusalDuration } from '#server/lib/auth/refusal.ts'
import { clientAddress } from '#server/lib/rate-limit/limits.ts'
import { passwordGrant, refreshGrant, type SessionBody } from '#shared/contract/auth.ts'
import { bearerClaims, requireCaller } from './caller.ts'
import { signInWithPassword } from './password.ts'
import { refreshSession, type SignOutScope, signOut } from './service.ts'

type Grant = (context: AuthContext, request: FastifyRequest) => Promise<SessionBody>

/** All grants that the client library can send, including those that this server rejects. */
const grants: Readonly<Record<string, Grant>> = {
  async password(context, request) {
    const { email, phone, password } = readBody(passwordGrant, request.body)
    if (email && phone) throw invalid('Provide an email or a phone number, not both')
    if (phone) refusePhone(phone, 422)
    if (!email) throw invalid('Provide an email or a phone number')
    const address = clientAddress(request.ip)
    const client = readSignInClient(request.headers)
    return withMinimumRefusalDuration(context, () => signInWithPassword(context, { email, password, address }, client))
  },
  async refresh_token(context, request) {
    const { refresh_token } = readBody(refreshGrant, request.body)
    const client = readSignInClient(request.headers)
    return decide(context.database, (tx) => refreshSession(tx, context, refresh_token, client))
  },
  async id_token() {
    throw new AuthRefusal('provider_disabled', 'Sign-in with a token from this provider is not enabled')
  },
  async web3() {
    throw new AuthRefusal('web3_provider_disabled', 'Web3 provider is disabled')
  },
}

const scopes = ['global', 'local', 'others'] as const satisfies readonly SignOutScope[]

export async function sessionRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  // This route is for programs that verify tokens themselves.
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return { keys: await context.keys.published() }
  })

  app.post('/token', async (request) => {
    const { grant_type: asked } = request.query as { grant_type?: unknown }
    const grant = typeof asked === 'string' && Object.hasOwn(grants, asked) ? grants[asked] : undefined
    if (!grant) throw new AuthRefusal('invalid_credentials', 'unsupported_grant_type')
    return grant(context, request)
  })

  app.post('/logout', async (request, reply) => {
    const { scope: asked = 'global' } = request.query as { scope?: unknown }
    const claims = await bearerClaims(context.keys, request.headers)
    const scope = scopes.find((each) => each === asked)
    if (!scope) throw invalid(`Unsupported logout scope, use ${scopes.join(', ')}`)
    await decide(context.database, async (tx) => {
      await signOut(tx, context, await requireCaller(tx, context, claims), scope)
    })
    return reply.code(204).send()
  })
}
