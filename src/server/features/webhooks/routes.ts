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
    keeper: AccessClaims | null
  }
}

/**
 * The webhook requests that only the server can handle; the data API lists, pauses and removes webhooks. The routes
 * follow the conventions of the auth service, because the desk uses both.
 */
export async function webhookRoutes(app: FastifyInstance, options: WebhookRoutesOptions): Promise<void> {
  const { keys } = options
  const keeping = openKeeping(options)
  authConventions(app)
  app.decorateRequest('keeper', null)
  // Checked before the body is read, so that a refused caller learns nothing about valid bodies.
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
    // Not the request's own signal, which aborts as soon as the body was read.
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
