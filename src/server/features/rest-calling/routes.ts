import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionWatch } from '#server/features/auth-sessions/service.ts'
import { readReading } from '#server/lib/query-grammar/query-string.ts'
import { readSpan } from '#server/lib/query-grammar/span.ts'
import type { Query } from '#server/lib/query-grammar/types.ts'
import { isSignedIn, stranger } from '#server/lib/rest/access.ts'
import { sayApplied } from '#server/lib/rest/answers.ts'
import type { RestContext } from '#server/lib/rest/context.ts'
import { checkBodyHeaders, checkProfile, readAccept } from '#server/lib/rest/headers.ts'
import { readPreferences } from '#server/lib/rest/prefer.ts'
import { invalidJson } from '#server/lib/rest/refusal.ts'
import { sheetHeaders } from '#server/lib/rest/sheet.ts'
import type { Caller } from '#server/lib/rest/types.ts'
import { answerResult } from './answers.ts'
import { type Exports, openExports } from './exporting.ts'
import type { Call } from './planning.ts'
import { sharedCalls } from './policy.ts'
import { call, type Result } from './service.ts'
import { SharedAnswers } from './shared-answers.ts'

/** `/rpc/<function>`: POST with a body of arguments, or GET with arguments among the filters. */
export async function callingRoutes(
  app: FastifyInstance,
  context: RestContext,
  watch: Pick<SessionWatch, 'over'>,
): Promise<void> {
  const exports = openExports(context, watch)
  const shared = new SharedAnswers<Result>(context.clock)

  app.route<{ Params: { name: string }; Querystring: Query }>({
    method: ['GET', 'POST'],
    url: '/rpc/:name',
    exposeHeadRoute: false,
    onRequest: async ({ headers, method }) => {
      checkProfile(headers, method !== 'POST')
      readAccept(headers, true)
      if (method === 'POST' && hasBody(headers)) checkBodyHeaders(headers)
    },
    handler: async (request, reply) => {
      const { headers, params, query, restCaller } = request
      const isReading = request.method !== 'POST'
      const form = readAccept(headers, true)
      const isExport = form === 'sheet' && !isReading
      const preferences = readPreferences(headers.prefer, isExport ? 'export' : 'call')
      const span = readSpan(query, headers.range, isExport ? Number.MAX_SAFE_INTEGER : undefined)
      const wanted: Call = {
        name: params.name,
        isReading,
        body: isReading ? {} : readArguments(request.body),
        query,
        read: (isArgument) => readReading(query, span, form, isArgument),
        preferences,
        form,
      }
      if (isExport) {
        sayApplied(reply, preferences)
        return sendExport(reply, exports, restCaller, wanted)
      }
      const sharing = isPlain(restCaller, wanted) ? sharingOf(wanted) : undefined
      const result = await (sharing === undefined
        ? call(context, restCaller, wanted)
        : shared.get(sharing.name, sharing.seconds, () => call(context, stranger, wanted)))
      if (sharing && isReading) {
        reply.header('cache-control', `public, max-age=${sharing.seconds}`)
        // A cache would repeat the release of the server that filled it.
        reply.removeHeader('x-release')
      }
      return answerResult(reply, result, span, preferences, form)
    },
  })
}

/** Whether the answer to a stranger depends on nothing but the function and its arguments. */
const isPlain = (caller: Caller, { form }: Call) => !isSignedIn(caller) && form !== 'sheet'

/** Seconds and cache key of an answer that strangers share; undefined for other calls and for a long key. */
function sharingOf({ name, body, query, isReading }: Call) {
  const known = sharedCalls.get(name)
  const given = Object.entries({ ...body, ...query })
  if (!known || !given.every(([argument]) => known.arguments.includes(argument))) return undefined
  const asked = JSON.stringify([name, isReading, given.toSorted(([one], [other]) => (one < other ? -1 : 1))])
  return asked.length > 300 ? undefined : { name: asked, seconds: known.seconds }
}

const hasBody = (headers: FastifyRequest['headers']) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** A client that reads nothing for this long counts as gone. */
const stallMilliseconds = 60_000

async function sendExport(
  reply: FastifyReply,
  exports: Exports,
  caller: Caller,
  wanted: Call,
): Promise<FastifyReply> {
  const { raw } = reply
  const leaving = new AbortController()
  raw.once('close', () => leaving.abort())
  // The rows of an export may take longer to compute than a silent connection is kept.
  raw.setTimeout(0)
  const { file, stream } = await exports.begin(caller, wanted, leaving.signal)
  raw.setTimeout(stallMilliseconds, () => raw.destroy())
  // Even to a proxy that reads until the end of the connection, half a file must not look complete.
  stream.once('error', () => raw.socket?.resetAndDestroy())
  return reply.headers(sheetHeaders(file)).send(stream)
}

function readArguments(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>
  throw invalidJson()
}
