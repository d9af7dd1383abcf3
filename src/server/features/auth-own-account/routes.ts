import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readAddress, refusePhone, refusePkce } from '#server/features/auth-codes/service.ts'
import { bearerClaims } from '#server/features/auth-sessions/service.ts'
import { readBody } from '#server/lib/auth/body.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { redirectTarget } from '#server/lib/auth/redirect-target.ts'
import { invalid } from '#server/lib/auth/refusal.ts'
import type { AccessClaims } from '#server/lib/auth/types.ts'
import { userChangeBody } from '#shared/contract/auth-user.ts'
import { changeUser, readUser, reauthenticate } from './service.ts'

export async function userRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  const callerOf = async ({ headers }: FastifyRequest): Promise<AccessClaims> => {
    const claims = await bearerClaims(context.keys, headers)
    const audience = headers['x-jwt-aud']
    if (audience !== undefined && audience !== claims.aud) {
      throw invalid('The token is for another audience than X-JWT-AUD names')
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
      throw invalid('nonce and current_password go with a new password')
    }
    const { redirect_to: redirectTo } = request.query as { redirect_to?: unknown }
    return changeUser(context, claims, {
      email: body.email === '' ? '' : readAddress(body.email),
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
