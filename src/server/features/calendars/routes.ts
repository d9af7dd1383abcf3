import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { requireStaff, requireWorker } from '#server/features/letter-desk/service.ts'
import { readBody } from '#server/lib/auth/body.ts'
import { authConventions } from '#server/lib/auth/conventions.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { AccessClaims, Keys } from '#server/lib/auth/types.ts'
import { calendarInput } from '#shared/contract/calendars.ts'
import { openKeeping } from './keeping.ts'
import { limits } from './policy.ts'
import type { CalendarContext } from './types.ts'

export interface CalendarRoutesOptions extends CalendarContext {
  keys: Keys
  publicUrl: () => string
}

/** In milliseconds: one reading, and one that may be queued before it. */
const handlerTimeout = 2 * limits.waiting.reading + 5000

/**
 * The calendar requests that only the server can handle; the data API lists and removes calendars. The routes follow
 * the conventions of the auth service, because the desk uses both.
 */
export async function calendarRoutes(app: FastifyInstance, options: CalendarRoutesOptions): Promise<void> {
  const keeping = openKeeping(options)
  authConventions(app)
  // Checked before the body is read, so that a refused caller learns nothing about valid bodies.
  const claims = new WeakMap<FastifyRequest, AccessClaims>()
  app.addHook('onRequest', async (request) => {
    if (request.method === 'OPTIONS') return
    const worker = await requireStaff(options, request.headers.authorization)
    requireWorker(worker)
    claims.set(request, worker.claims)
  })
  const of = (request: FastifyRequest): AccessClaims => {
    const found = claims.get(request)
    if (!found) throw new AuthRefusal('no_authorization', 'This endpoint requires a valid Bearer token')
    return found
  }

  app.post('/', { handlerTimeout }, async (request, reply) => {
    const calendar = await keeping.add(of(request), readBody(calendarInput, request.body), leaving(reply))
    reply.code(201)
    return calendar
  })
  app.post('/:id/read', { handlerTimeout }, async (request, reply) =>
    keeping.readNow(of(request), idOf(request), leaving(reply)),
  )
}

/** Not the request's own signal, which aborts as soon as the body was read. */
function leaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  return left.signal
}

function idOf({ params }: FastifyRequest): string {
  const { id } = params as { id: string }
  if (v.is(v.pipe(v.string(), v.uuid()), id)) return id
  throw new AuthRefusal('not_found', 'There is no such calendar.')
}
