import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadJson, parseStrictJson } from '#server/lib/http/json.ts'
import { answerAuthError } from './answer-error.ts'
import { AuthRefusal, nothingHere } from './refusal.ts'

const bodyBytes = 1024 * 1024
/** A request that takes longer gets 504, so that no client waits for a database that hangs. */
const deadlineMilliseconds = 10_000

/** What all routes below `/auth/v1` have in common. Register it first, in the scope that holds them. */
export function authConventions(app: FastifyInstance): void {
  app.setErrorHandler(answerAuthError)
  app.addHook('onRoute', (route) => {
    route.handlerTimeout ??= deadlineMilliseconds
    route.bodyLimit ??= bodyBytes
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  // The not-found handler is not enough: the route of the pages would match every address without a route here.
  app.all('/*', async (request, reply) => {
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw nothingHere()
  })
  app.setNotFoundHandler(async () => {
    throw nothingHere()
  })
  acceptJsonAlone(app)
}

/** Clients send the JSON content type even with an empty body; such a body counts as `{}`. */
function acceptJsonAlone(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return {}
      try {
        return parseStrictJson(body)
      } catch (error) {
        throw error instanceof BadJson
          ? new AuthRefusal('bad_json', 'Could not parse request body as JSON')
          : error
      }
    },
  )
}
