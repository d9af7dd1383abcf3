import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusePhone } from '#server/features/auth-codes/service.ts'
import { readBody } from '#server/lib/auth/body.ts'
import { clientOf } from '#server/lib/auth/client.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { withMinimumRefusalTime } from '#server/lib/auth/minimum-time.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { clientAddress } from '#server/lib/rate-limit/limits.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { passwordGrant, refreshGrant } from '#shared/contract/auth-token.ts'
import { refresh, signInWithPassword } from './service.ts'

type Grant = (context: AuthContext, request: FastifyRequest) => Promise<SessionBody>

/** Every way to a session that the client knows, also those that are off here: it asks by name. */
const grants: Readonly<Record<string, Grant>> = {
  async password(context, request) {
    const { email, phone, password } = readBody(passwordGrant, request.body)
    if (email && phone) throw invalid('Give an email or a phone, not both')
    if (phone) refusePhone(phone, 422)
    if (!email) throw invalid('Give an email or a phone')
    const address = clientAddress(request.ip)
    const client = clientOf(request.headers)
    return withMinimumRefusalTime(context, () =>
      signInWithPassword(context, { email, password, address }, client),
    )
  },
  async refresh_token(context, request) {
    const { refresh_token } = readBody(refreshGrant, request.body)
    return refresh(context, refresh_token, clientOf(request.headers))
  },
  async id_token() {
    throw new AuthRefusal('provider_disabled', 'Sign-in with a token of this provider is not enabled')
  },
  async web3() {
    throw new AuthRefusal('web3_provider_disabled', 'Web3 provider is disabled')
  },
}

export async function tokenRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  app.post('/token', async (request) => {
    const { grant_type: asked } = request.query as { grant_type?: unknown }
    const grant = typeof asked === 'string' && Object.hasOwn(grants, asked) ? grants[asked] : undefined
    if (!grant) throw new AuthRefusal('invalid_credentials', 'unsupported_grant_type')
    return grant(context, request)
  })
}
