import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerResult } from './answers.ts'
import { type Call, call } from './calling.ts'
import { checkBodyHeaders, checkProfile, readAccept } from './headers.ts'
import { readPreferences } from './prefer.ts'
import { readReading } from './query-string.ts'
import { readSpan } from './range.ts'
import { invalidJson } from './refusal.ts'
import type { Desk } from './request.ts'
import type { Query } from './types.ts'

/** `/rpc/<function>`: by POST with a body of arguments, by GET and HEAD with arguments among the filters. */
export function callRoutes(app: FastifyInstance, desk: Desk): void {
  app.route<{ Params: { name: string }; Querystring: Query }>({
    method: ['GET', 'HEAD', 'POST'],
    url: '/rpc/:name',
    onRequest: async ({ headers, method }) => {
      checkProfile(headers, method !== 'POST')
      readAccept(headers)
      if (method === 'POST' && hasBody(headers)) checkBodyHeaders(headers)
    },
    handler: async (request, reply) => {
      const { headers, params, query, restCaller } = request
      const isReading = request.method !== 'POST'
      const isSingular = readAccept(headers)
      const preferences = readPreferences(headers.prefer, 'call')
      const span = readSpan(query, headers)
      const wanted: Call = {
        name: params.name,
        isReading,
        body: isReading ? {} : readArguments(request.body),
        query,
        read: (isArgument) => readReading(query, span, isArgument),
        isCounted: preferences.count !== null,
        isSingular,
      }
      return answerResult(reply, await call(desk, restCaller, wanted), span, preferences, isSingular)
    },
  })
}

const hasBody = (headers: FastifyRequest['headers']) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** The arguments of a body; no body is no arguments. */
function readArguments(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>
  throw invalidJson()
}
