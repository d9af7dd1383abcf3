import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interactions } from '#server/features/interactions/service.ts'
import { readSelect, readTargets } from '#server/lib/query-grammar/query-string.ts'
import type { Query, Row } from '#server/lib/query-grammar/types.ts'
import type { Limits } from '#server/lib/rate-limit/types.ts'
import { isSignedIn } from '#server/lib/rest/access.ts'
import { asCaller } from '#server/lib/rest/as-caller.ts'
import type { RestContext } from '#server/lib/rest/context.ts'
import { checkBodyHeaders, checkProfile, readAccept } from '#server/lib/rest/headers.ts'
import { readPreferences } from '#server/lib/rest/prefer.ts'
import { invalidJson } from '#server/lib/rest/refusal.ts'
import { answerChanged, answerPosted, answerStored } from './answers.ts'
import { change } from './changing.ts'
import { readInsertion } from './insertion.ts'
import { type TablePolicy, tables } from './policy.ts'
import { post } from './posting.ts'
import { insert, type Store } from './service.ts'

type TableRequest = FastifyRequest<{ Params: { table: string }; Querystring: Query }>

/** `/<table>` by POST, PATCH and DELETE. */
export async function writingRoutes(
  app: FastifyInstance,
  context: RestContext,
  store: Store & { interactions: Interactions },
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
      const page = await change(context, restCaller, params.table, {
        where: readTargets(query),
        row: isDeletion ? null : readRow(request.body),
        shape: { select: readSelect(query) },
        preferences,
        isSingular: form === 'object',
      })
      return answerChanged(reply, page, preferences, form, isDeletion)
    },
  })
}

function readRow(body: unknown): Row {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Row
  throw invalidJson()
}

/** Rows for a form's table are validated before they reach the database, from signed-in users too. */
async function postAsVisitor(
  context: RestContext,
  store: Store & { interactions: Interactions },
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
  // Visitors' rows are stored under one role, without a session check: a caller with an ended session is refused here.
  if (isSignedIn(restCaller)) await asCaller(context, restCaller, { isReading: true }, async () => {})
  const sender = {
    agent: headers['user-agent'] ?? '',
    address: request.ip,
  }
  const rows = await limitPicks(store.limits, request, insertion.rows)
  const stored = await insert(store, table, { ...insertion, rows }, sender)
  return answerStored(reply, table.name, preferences, stored)
}

/** Beyond a client's daily limit a picked time counts as a wish; the request itself is accepted. */
async function limitPicks(limits: Limits, request: FastifyRequest, sent: readonly Row[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const row of sent) {
    const isPicked = row.picked === true && (await limits.allows('picked_times', request))
    rows.push(row.picked === true ? { ...row, picked: isPicked } : row)
  }
  return rows
}

/** Rows for any other table: only grants and policies decide. */
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
  // The limit of requests is not enough for strangers: each of their rows counts, because each is stored.
  if (!isSignedIn(restCaller)) await limits.consume('api', request, wanted.rows.length)
  const posted = await post(context, restCaller, params.table, wanted)
  return answerPosted(reply, params.table, form, posted)
}
