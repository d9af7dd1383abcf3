import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { bearerClaims } from '#server/features/auth-sessions/service.ts'
import { readBody } from '#server/lib/auth/body.ts'
import { authConventions } from '#server/lib/auth/conventions.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { AccessClaims, Keys } from '#server/lib/auth/types.ts'
import { webhookInput } from '#shared/contract/webhooks.ts'
import { openKeeping } from './keeping.ts'
import type { WebhookContext } from './types.ts'

export interface WebhookRoutesOptions extends WebhookContext {
  keys: Keys
  publicUrl: () => string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner who keeps the webhooks. */
    keeper: AccessClaims | null
  }
}

/**
 * What of the webhooks only the server can do: they are listed, paused and removed by the data API. The manners are those
 * of the auth service, since the desk speaks to both.
 */
export async function webhookRoutes(app: FastifyInstance, options: WebhookRoutesOptions): Promise<void> {
  const { keys, publicUrl } = options
  const keeping = openKeeping(options)
  authConventions(app, { publicUrl })
  app.decorateRequest('keeper', null)
  // Before a body is read: who may not does not learn what would be right.
  app.addHook('onRequest', async (request) => {
    if (request.method === 'OPTIONS') return
    const claims = await bearerClaims(keys, request.headers)
    await keeping.requireOwner(claims).catch((error: unknown) => {
      if (error instanceof AuthRefusal && claims.sub !== undefined) {
        request.denied = { actor: claims.sub, subject: 'webhooks' }
      }
      throw error
    })
    request.keeper = claims
  })

  app.post('/', async (request, reply) => {
    reply.code(201)
    return keeping.add(keeperOf(request), readBody(webhookInput, request.body))
  })
  app.patch('/:id', async (request) => {
    await keeping.change(keeperOf(request), idOf(request), readBody(webhookInput, request.body))
    return {}
  })
  app.post('/:id/secret', async (request) => keeping.renew(keeperOf(request), idOf(request)))
  app.post('/:id/test', async (request, reply) => {
    // The request's own signal goes off as soon as its body was read.
    const leaving = new AbortController()
    reply.raw.once('close', () => leaving.abort())
    return keeping.test(keeperOf(request), idOf(request), leaving.signal)
  })
}

function keeperOf({ keeper }: FastifyRequest): AccessClaims {
  if (!keeper) throw new AuthRefusal('no_authorization', 'This endpoint requires a valid Bearer token')
  return keeper
}

function idOf({ params }: FastifyRequest): string {
  const { id } = params as { id: string }
  if (v.is(v.pipe(v.string(), v.uuid()), id)) return id
  throw new AuthRefusal('not_found', 'There is no such webhook.')
}
