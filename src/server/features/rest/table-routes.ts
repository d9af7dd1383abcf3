import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interactions } from '#server/features/interactions/service.ts'
import { proofHeader } from '#shared/contract/form-proof.ts'
import { answerChanged, answerPage, answerPosted, answerStored } from './answers.ts'
import { change } from './changing.ts'
import { checkBodyHeaders, checkProfile, readAccept } from './headers.ts'
import { readInsertion } from './insertion.ts'
import { type TablePolicy, tables } from './policy.ts'
import { post, readPost } from './posting.ts'
import { readPreferences } from './prefer.ts'
import { readReading, readSelect, readTargets } from './query-string.ts'
import { readSpan } from './range.ts'
import { read } from './reading.ts'
import { invalidJson, unknownTable } from './refusal.ts'
import { type Desk, isSignedIn } from './request.ts'
import { insert, type Store } from './service.ts'
import type { Query, Row } from './types.ts'

type TableRequest = FastifyRequest<{ Params: { table: string }; Querystring: Query }>

/** `/<table>`: a page of rows, new rows, changed rows, and rows removed. */
export function tableRoutes(
  app: FastifyInstance,
  desk: Desk,
  store: Store & { interactions: Interactions },
): void {
  app.route<{ Params: { table: string }; Querystring: Query }>({
    method: ['GET', 'HEAD'],
    url: '/:table',
    onRequest: async ({ headers }) => checkProfile(headers, true),
    handler: async (request, reply) => {
      const { headers, params, query, restCaller } = request
      const form = readAccept(headers, true)
      const preferences = readPreferences(headers.prefer, 'read')
      const span = readSpan(query, headers)
      const reading = readReading(query, span, form)
      const page = await read(desk, restCaller, params.table, reading, preferences.count)
      return answerPage(reply, page, span, preferences, form === 'object')
    },
  })

  app.post('/:table', {
    onRequest: async (request) => {
      checkProfile(request.headers)
      if (!isSignedIn(request.restCaller)) policyOf(request as TableRequest)
      readAccept(request.headers)
      checkBodyHeaders(request.headers)
    },
    handler: async (request, reply) =>
      isSignedIn(request.restCaller)
        ? postRows(desk, request as TableRequest, reply)
        : postAsVisitor(store, request as TableRequest, reply),
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
      const isSingular = readAccept(headers) === 'object'
      const preferences = readPreferences(headers.prefer, 'change')
      const page = await change(desk, restCaller, params.table, {
        where: readTargets(query),
        row: isDeletion ? null : readRow(request.body),
        select: readSelect(query),
        preferences,
        isSingular,
      })
      return answerChanged(reply, page, preferences, isSingular, isDeletion)
    },
  })
}

function readRow(body: unknown): Row {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Row
  throw invalidJson()
}

/** What a visitor may insert is in our own table of policies, and is reviewed before the database sees it. */
function policyOf({ params }: Pick<TableRequest, 'params'>): TablePolicy {
  const table = tables.get(params.table)
  if (table) return table
  throw unknownTable(params.table)
}

async function postAsVisitor(
  store: Store & { interactions: Interactions },
  request: TableRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { query, params, headers } = request
  const table = policyOf({ params })
  request.isRoutine = table.name === 'user_interactions'
  const preferences = readPreferences(headers.prefer)
  const isSingular = readAccept(headers) === 'object'
  const insertion = readInsertion(table, query, request.body, preferences, isSingular)
  await store.limits.consume(table.name, request, insertion.rows.length)
  const sender = {
    agent: headers['user-agent'] ?? '',
    address: request.ip,
    proof: headers[proofHeader],
  }
  const stored = await insert(store, table, insertion, sender)
  return answerStored(reply, table.name, insertion.preferences, isSingular, stored)
}

async function postRows(desk: Desk, request: TableRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { query, params, headers, restCaller } = request
  const isSingular = readAccept(headers) === 'object'
  const preferences = readPreferences(headers.prefer)
  const posted = await post(
    desk,
    restCaller,
    params.table,
    readPost(query, request.body, preferences, isSingular),
  )
  return answerPosted(reply, params.table, preferences, isSingular, posted)
}
