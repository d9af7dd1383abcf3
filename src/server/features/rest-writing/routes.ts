import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interactions } from '#server/features/interactions/service.ts'
import { type Query, readSelect, readTargets } from '#server/lib/query-grammar/query-string.ts'
import type { Limits } from '#server/lib/rate-limit/limits.ts'
import { asCaller, isSignedIn } from '#server/lib/rest/caller.ts'
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
} from '#server/lib/rest/headers.ts'
import type { ResultPage } from '#server/lib/rest/queries.ts'
import { readInsertion, readRow } from './insertion.ts'
import { changeRows, type InsertResult, insertRowsAsCaller } from './posting.ts'
import { type TablePolicy, tables } from './review.ts'
import { type FormStoreContext, insert, type StoredInsertion } from './service.ts'

type TableRequest = FastifyRequest<{ Params: { table: string }; Querystring: Query }>

export async function writingRoutes(
  app: FastifyInstance,
  context: RestContext,
  store: FormStoreContext & { interactions: Interactions },
): Promise<void> {
  app.post('/:table', {
    onRequest: async ({ headers }) => {
      checkProfile(headers)
      readAccept(headers)
      checkBodyHeaders(headers)
    },
    handler: async (request, reply) => {
      const { table } = (request as TableRequest).params
      const policy = request.restCaller.role === 'service_role' ? undefined : tables.get(table)
      return policy
        ? postAsVisitor(context, store, policy, request as TableRequest, reply)
        : postRows(context, store.limits, request as TableRequest, reply)
    },
  })

  app.route<{ Params: { table: string }; Querystring: Query }>({
    method: ['PATCH', 'DELETE'],
    url: '/:table',
    onRequest: async ({ headers, method }) => {
      checkProfile(headers)
      readAccept(headers)
      if (method === 'PATCH') checkBodyHeaders(headers)
    },
    handler: async (request, reply) => {
      const { headers, params, query, restCaller } = request
      const isDeletion = request.method === 'DELETE'
      const form = readAccept(headers)
      const preferences = readPreferences(headers.prefer, 'change')
      const page = await changeRows(context, restCaller, params.table, {
        where: readTargets(query),
        row: isDeletion ? null : readRow(request.body),
        select: readSelect(query),
        preferences,
        isSingular: form === 'object',
      })
      return answerChanged(reply, page, preferences, form, isDeletion)
    },
  })
}

/** Inserts rows from forms into a table. Forms are validated here even if a signed-in user sends them. */
async function postAsVisitor(
  context: RestContext,
  store: FormStoreContext & { interactions: Interactions },
  table: TablePolicy,
  request: TableRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { query, headers, restCaller } = request
  request.isRoutine = table.name === 'user_interactions'
  const preferences = readPreferences(headers.prefer, 'insert')
  const form = readAccept(headers)
  const insertion = readInsertion(query, request.body, preferences, form)
  await store.limits.consume(table.name, request, insertion.rows.length)
  // Visitors' rows are stored with a role that has no session check, so ended sessions are rejected here.
  if (isSignedIn(restCaller)) await asCaller(context, restCaller, { isReading: true }, async () => {})
  const sender = {
    agent: headers['user-agent'] ?? '',
    address: request.ip,
  }
  // If a client exceeds its daily rate limit, a selected time is treated like a typed time, so no slot is held. Only
  // stored rows count toward the rate limit; rejected and repeated rows do not.
  const picking = insertion.rows.filter((row) => row.picked === true)
  const stored = await store.limits.spendFor('picked_times', request, picking.length, (granted) => {
    const beyond = new Set(picking.slice(granted))
    const rows = insertion.rows.map((row) => (beyond.has(row) ? { ...row, picked: false } : row))
    return insert(store, table, beyond.size > 0 ? { ...insertion, rows } : insertion, sender)
  })
  return answerStored(reply, table.name, preferences, stored)
}

/** Inserts rows into any other table, if grants and policies allow it. */
async function postRows(
  context: RestContext,
  limits: Limits,
  request: TableRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { query, params, headers, restCaller } = request
  const form = readAccept(headers)
  const preferences = readPreferences(headers.prefer, 'insert')
  const wanted = readInsertion(query, request.body, preferences, form)
  // Every row from an anonymous caller counts, because every row is stored; a rate limit on requests is not enough.
  if (!isSignedIn(restCaller)) await limits.consume('api', request, wanted.rows.length)
  const posted = await insertRowsAsCaller(context, restCaller, params.table, wanted)
  return answerPosted(reply, params.table, { preferences, form }, posted)
}

function answerStored(
  reply: FastifyReply,
  table: string,
  preferences: Preferences,
  stored: StoredInsertion,
): FastifyReply {
  reply.code(201).header('content-range', `*/${preferences.isCounted ? stored.count : '*'}`)
  setPreferenceApplied(reply, preferences)
  if (preferences.return === 'headers-only' && stored.id) {
    reply.header('location', `/${table}?id=eq.${stored.id}`)
  }
  // The URL at which the visitor can change the request, as in RFC 6861.
  if (stored.page) reply.header('link', `<${stored.page}>; rel="edit-form"`)
  return reply.send()
}

function answerPosted(
  reply: FastifyReply,
  table: string,
  { preferences, form }: { preferences: Preferences; form: ResponseFormat },
  posted: InsertResult,
): FastifyReply {
  reply.code(posted.isNew ? 201 : 200).header('content-range', `*/${preferences.isCounted ? posted.rows : '*'}`)
  setPreferenceApplied(reply, preferences)
  if (preferences.return === 'representation') return sendRows(reply, posted.body, form)
  if (preferences.return === 'headers-only' && posted.rows === 1 && posted.keys.length > 0) {
    reply.header('location', addressOf(table, posted))
  }
  return reply.send()
}

function addressOf(table: string, { body, keys }: InsertResult): string {
  const row = JSON.parse(body) as Record<string, unknown>
  const filters = keys.map((key): [string, string] => [key, `eq.${String(row[key])}`])
  return `/${encodeURIComponent(table)}?${new URLSearchParams(filters).toString()}`
}

/** The response to a PATCH or DELETE. After a DELETE, there are no rows to number. */
function answerChanged(
  reply: FastifyReply,
  page: ResultPage,
  preferences: Preferences,
  form: ResponseFormat,
  isDeletion: boolean,
): FastifyReply {
  const counted = { ...page, total: preferences.isCounted ? page.rows : null }
  reply.header('content-range', contentRange(isDeletion ? { ...counted, rows: 0 } : counted, 0))
  setPreferenceApplied(reply, preferences)
  if (preferences.return === 'representation') return sendRows(reply.code(200), page.body, form)
  return reply.code(204).send()
}
