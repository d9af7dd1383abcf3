import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerClaims } from '#server/features/auth-sessions/service.ts'
import type { AccessClaims, AuthContext } from '#server/lib/auth/context.ts'
import { readEmailAddress, refusePhone, refusePkce } from '#server/lib/auth/input.ts'
import { redirectTarget } from '#server/lib/auth/redirects.ts'
import { invalid, readBody } from '#server/lib/auth/refusal.ts'
import { userChangeBody } from '#shared/contract/auth.ts'
import { changeUser, readUser, reauthenticate } from './service.ts'

export async function userRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  const callerOf = async ({ headers }: FastifyRequest): Promise<AccessClaims> => {
    const claims = await bearerClaims(context.keys, headers)
    const audience = headers['x-jwt-aud']
    if (audience !== undefined && audience !== claims.aud) {
      throw invalid("The token's audience does not match X-JWT-AUD")
    }
    return claims
  }

  app.get('/user', async (request) => readUser(context, await callerOf(request)))

  app.put('/user', async (request) => {
    const claims = await callerOf(request)
    const body = readBody(userChangeBody, request.body)
    if (body.phone !== '') refusePhone(body.phone)
    refusePkce(body)
    if (body.password === null && (body.nonce !== '' || body.current_password !== '')) {
      throw invalid('nonce and current_password require a new password')
    }
    const { redirect_to: redirectTo } = request.query as { redirect_to?: unknown }
    return changeUser(context, claims, {
      email: body.email === '' ? '' : readEmailAddress(body.email),
      password: body.password,
      currentPassword: body.current_password,
      nonce: body.nonce,
      data: body.data,
      appMetadata: body.app_metadata,
      redirectTo: redirectTarget({ redirectTo, referer: request.headers.referer }, context.publicUrl()),
    })
  })

  app.get('/reauthenticate', async (request) => {
    await reauthenticate(context, await callerOf(request))
    return {}
  })
}
