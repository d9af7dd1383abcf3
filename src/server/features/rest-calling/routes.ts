import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionWatch } from '#server/features/auth-sessions/service.ts'
import { parseReadRequest, type Query, type RowSpan, readSpan } from '#server/lib/query-grammar/query-string.ts'
import { invalidJson, notSingular } from '#server/lib/query-grammar/refusal.ts'
import { anonymousCaller, asCaller, type Caller, isSignedIn } from '#server/lib/rest/caller.ts'
import type { RestContext } from '#server/lib/rest/catalog.ts'
import {
  checkBodyHeaders,
  checkProfile,
  contentRange,
  type Preferences,
  type ResponseFormat,
  readAccept,
  readPreferences,
  sendRows,
  setPreferenceApplied,
  statusOfPage,
  typeOf,
} from '#server/lib/rest/headers.ts'
import { fetchPage, type ResultPage, runStatement } from '#server/lib/rest/queries.ts'
import { openExports, sendExport } from './exporting.ts'
import { planCall, type RpcCall } from './planning.ts'
import { SharedResponses, sharingOf } from './shared-responses.ts'

/** Serves `/rpc/<function>`: POST with arguments in the body, or GET with arguments and filters in the query string. */
export async function callingRoutes(
  app: FastifyInstance,
  context: RestContext,
  watch: Pick<SessionWatch, 'over'>,
): Promise<void> {
  const exports = openExports(context, watch)
  const shared = new SharedResponses<RpcResult>(context.clock)

  app.route<{ Params: { name: string }; Querystring: Query }>({
    method: ['GET', 'POST'],
    url: '/rpc/:name',
    exposeHeadRoute: false,
    onRequest: async ({ headers, method }) => {
      checkProfile(headers, method !== 'POST')
      readAccept(headers, method === 'POST')
      if (method === 'POST' && hasBody(headers)) checkBodyHeaders(headers)
    },
    handler: async (request, reply) => {
      const { headers, params, query, restCaller } = request
      const isReading = request.method !== 'POST'
      const form = readAccept(headers, !isReading)
      const isExport = form === 'csv'
      const preferences = readPreferences(headers.prefer, isExport ? 'export' : 'call')
      const span = readSpan(query, headers.range, isExport ? Number.MAX_SAFE_INTEGER : undefined)
      const call: RpcCall = {
        name: params.name,
        isReading,
        body: isReading ? {} : readArguments(request.body),
        query,
        read: (isArgument) => parseReadRequest(query, span, isArgument),
        isCounted: preferences.isCounted,
        isSingular: form === 'object',
      }
      if (isExport) {
        setPreferenceApplied(reply, preferences)
        return sendExport(reply, exports, restCaller, call)
      }
      const sharing = isSignedIn(restCaller) || call.isSingular ? undefined : sharingOf(call)
      const result = await (sharing === undefined
        ? resultOf(context, restCaller, call)
        : shared.get(sharing.key, sharing.seconds, () => resultOf(context, anonymousCaller, call)))
      if (sharing && isReading) {
        reply.header('cache-control', `public, max-age=${sharing.seconds}`)
        // The release name is removed, because a cached response would repeat the name of the server that first sent
        // it.
        reply.removeHeader('x-release')
      }
      return answerResult(reply, result, span, preferences, form)
    },
  })
}

const hasBody = (headers: FastifyRequest['headers']) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

function readArguments(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>
  throw invalidJson()
}

type RpcResult = ResultPage & { shape: 'nothing' | 'one' | 'rows' }

/** Calls a function in `public` that the caller's role may execute. */
async function resultOf(context: RestContext, caller: Caller, call: RpcCall): Promise<RpcResult> {
  const { shape, statement } = await context.catalog.resolve((catalog) => planCall(catalog, call))
  return asCaller(context, caller, call, async (tx) => {
    const page = await (shape === 'nothing' ? runStatement : fetchPage)(tx, statement)
    if (shape !== 'nothing' && call.isSingular && page.rows !== 1) throw notSingular(page.rows)
    return { ...page, shape }
  })
}

function answerResult(
  reply: FastifyReply,
  result: RpcResult,
  span: RowSpan,
  preferences: Preferences,
  form: ResponseFormat,
): FastifyReply {
  setPreferenceApplied(reply, preferences)
  if (result.shape === 'nothing') {
    if (preferences.isCounted) reply.header('content-range', '*/0')
    return reply.code(204).send()
  }
  const page = result.shape === 'one' && preferences.isCounted ? { ...result, total: result.rows } : result
  const offset = result.shape === 'rows' ? span.offset : 0
  const status = statusOfPage(page, offset)
  reply.header('content-range', contentRange(page, offset))
  if (preferences.return === 'minimal') return reply.code(204).send()
  reply.code(status)
  if (result.shape === 'rows') return sendRows(reply, page.body, form)
  // If filters exclude the only row, the response is null.
  return reply.type(typeOf(form)).send(page.body || 'null')
}
