import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { invalid } from '#server/lib/auth/refusal.ts'
import { bearerClaims, requireCaller } from './caller.ts'
import { type SignOutScope, signOut } from './service.ts'

const scopes = ['global', 'local', 'others'] as const satisfies readonly SignOutScope[]

export async function sessionRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
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
