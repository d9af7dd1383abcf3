import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Keys } from '#server/lib/auth/context.ts'
import { bodyLimit } from '#server/lib/http/connections.ts'
import { BadJson, parseStrictJson } from '#server/lib/http/json.ts'
import { waitForTurn } from '#server/lib/overload.ts'
import { invalidJson, invalidPath, RestRefusal } from '#server/lib/query-grammar/refusal.ts'
import { sendRestError } from './answer-error.ts'
import { anonymousCaller, type Caller, createCallerReader } from './caller.ts'

/** Parsing a body with more bytes than this would noticeably delay other requests. */
const largeBody = 4096

export interface RestConventions {
  publishableKey: string
  /** The keys that verify access tokens. */
  keys: Keys
  /** Returns the site's current release, so that pages of an earlier release notice the change. */
  release: () => Promise<string>
}

/**
 * The conventions of all routes below `/rest/v1`. Register these conventions in the scope of the routes, before the
 * routes.
 */
export function restConventions(app: FastifyInstance, options: RestConventions): void {
  const callerOf = createCallerReader(options.publishableKey, options.keys)
  app.decorateRequest('restCaller')
  app.setErrorHandler(sendRestError)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-release': await options.release() })
  })
  app.addHook('onRequest', async (request) => {
    request.restCaller = request.method === 'OPTIONS' ? anonymousCaller : await callerOf(request)
  })
  limitBodies(app)
  readJson(app)

  for (const path of ['/:table', '/rpc/:name']) app.options(path, async (_request, reply) => reply.code(204).send())

  // The not-found handler is not enough: the pages' wildcard route would match URLs without a route here.
  app.all('/', refuseUnknownRoute)
  app.all('/*', refuseUnknownRoute)
  app.setNotFoundHandler(refuseUnknownRoute)
}

/** Maximum size of a body from the operator's programs, in bytes. */
const programBytes = 1024 * 1024

const mostBytes = ({ role }: Caller) => (role === 'service_role' ? programBytes : bodyLimit)

const tooLarge = (most: number) =>
  new RestRefusal(
    'HTTP413',
    'The body is too large',
    `Send at most ${most === bodyLimit ? '64 kB' : '1 MB'} in one request`,
  )

/** Limits the size of bodies by caller, because programs may send larger bodies. The caller must already be known. */
function limitBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= programBytes
  })
  app.addHook('onRequest', async ({ headers, restCaller }) => {
    const most = mostBytes(restCaller)
    if (Number(headers['content-length'] ?? 0) > most) throw tooLarge(most)
  })
  app.addHook('preParsing', (request, _reply, body, done) => {
    if (request.headers['transfer-encoding'] === undefined) return done(null, body)
    const bounded = limitStream(mostBytes(request.restCaller))
    body.once('error', (error) => bounded.destroy(error))
    done(null, body.pipe(bounded))
  })
}

/** Passes on a body of unknown length until the body exceeds the limit. */
function limitStream(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      if (bytes > most) done(tooLarge(most))
      else done(null, piece)
    },
  })
}

function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      // A call without arguments has no body. Routes that require a body refuse `undefined`.
      if (body.length === 0) return undefined
      if (body.length > largeBody) await waitForTurn()
      try {
        return parseStrictJson(body)
      } catch (error) {
        throw error instanceof BadJson ? invalidJson() : error
      }
    },
  )
}

async function refuseUnknownRoute(request: FastifyRequest): Promise<never> {
  const path = request.url.split('?')[0] ?? ''
  if (/^\/rest\/v1\/rpc\/[^/]+$/.test(path)) {
    throw new RestRefusal('PGRST101', `Cannot use the ${request.method} method on RPC`)
  }
  if (/^\/rest\/v1\/[^/]+$/.test(path)) {
    throw new RestRefusal('PGRST117', `Unsupported HTTP method: ${request.method}`)
  }
  if (/^\/rest\/v1\/?$/.test(path)) throw new RestRefusal('PGRST126', 'Root endpoint metadata is disabled')
  throw invalidPath()
}
