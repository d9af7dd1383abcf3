import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { bearerClaims } from '#server/features/auth-sessions/service.ts'
import type { AccessClaims, Keys } from '#server/lib/auth/context.ts'
import { authConventions } from '#server/lib/auth/conventions.ts'
import { readStaffRole } from '#server/lib/auth/queries.ts'
import { AuthRefusal, readBody } from '#server/lib/auth/refusal.ts'
import { type DatabaseError, isDatabaseError, type Transaction } from '#server/lib/db/database.ts'
import { readOutgoingUrl } from '#server/lib/outgoing.ts'
import { type WebhookInput, type WebhookSecret, type WebhookTest, webhookInput } from '#shared/contract/webhooks.ts'
import {
  deliver,
  faultInWords,
  isAccepted,
  newSecret,
  replyInWords,
  sealSecret,
  secretOverlap,
  type WebhookContext,
} from './delivery.ts'
import { insertHook, readHook, recordTest, renewSecret, updateHook } from './queries.ts'

interface WebhookRoutesOptions extends WebhookContext {
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
  const keeping = openWebhookStore(options)
  authConventions(app)
  app.decorateRequest('keeper', null)
  // The caller is checked before the body is read, so that a refused caller learns nothing about valid bodies.
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
    // The request's own signal cannot be used, because it would abort once the body is read.
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
  throw new AuthRefusal('not_found', 'This webhook does not exist.')
}

/**
 * The time limit for a test, in milliseconds. An owner waits for the result, and the route times out after ten seconds
 * in any case.
 */
const testPatience = 8000

const notFound = () => new AuthRefusal('not_found', 'This webhook does not exist. It may have been removed.')

/** Owners' requests that need secrets, which only the server can use. `claims` come from the caller's token. */
function openWebhookStore(context: WebhookContext) {
  const { cipher, clock, allowPrivate } = context
  const asOwner = <T>(claims: AccessClaims, work: (tx: Transaction) => Promise<T>) => asOwnerOf(context, claims, work)
  const checked = (input: WebhookInput): WebhookInput => {
    const url = readOutgoingUrl(input.url, allowPrivate)
    if (typeof url === 'string') throw new AuthRefusal('validation_failed', faultInWords(url))
    return { ...input, url: url.href }
  }
  return {
    requireOwner: (claims: AccessClaims) => asOwner(claims, async () => {}),

    async add(claims: AccessClaims, input: WebhookInput): Promise<WebhookSecret> {
      const [id, secret] = [randomUUID(), newSecret()]
      const sealedSecret = await sealSecret(cipher, id, secret)
      await asOwner(claims, (tx) => insertHook(tx, { ...checked(input), id, sealedSecret }))
      return { id, secret }
    },

    async change(claims: AccessClaims, id: string, input: WebhookInput): Promise<void> {
      if (!(await asOwner(claims, (tx) => updateHook(tx, id, checked(input))))) throw notFound()
    },

    async renew(claims: AccessClaims, id: string): Promise<WebhookSecret> {
      const secret = newSecret()
      const sealedSecret = await sealSecret(cipher, id, secret)
      const until = new Date(clock() + secretOverlap)
      if (!(await asOwner(claims, (tx) => renewSecret(tx, id, sealedSecret, until)))) throw notFound()
      return { id, secret }
    },

    /** Sends one signed event whose type marks it as a test. Only the audit log records the event. */
    async test(claims: AccessClaims, id: string, signal: AbortSignal): Promise<WebhookTest> {
      const hook = await asOwner(claims, async (tx) => {
        const found = await readHook(tx, id)
        if (found) await recordTest(tx, id)
        return found
      })
      if (!hook) throw notFound()
      const event = {
        type: 'webhook.test',
        timestamp: new Date(clock()).toISOString(),
        data: { webhook_id: id },
      }
      const reply = await deliver({ ...context, patience: testPatience }, hook, randomUUID(), event, signal)
      return { isTaken: isAccepted(reply), says: replyInWords(reply) }
    },
  }
}

/**
 * Runs as the user with these claims, after the database has checked in the same transaction that this user is an owner
 * who passed two-step verification in this session. Row-level security hides all webhooks from other users.
 */
async function asOwnerOf<T>(
  { database }: WebhookContext,
  claims: AccessClaims,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction('backline_webhooks', { ...claims }, async (tx) => {
      if ((await readStaffRole(tx)) !== 'owner') throw new AuthRefusal('not_admin', 'Only owners can do this.')
      return work(tx)
    })
  } catch (error) {
    if (isDatabaseError(error)) throw refusalOf(error) ?? error
    throw error
  }
}

function refusalOf({ code, message }: DatabaseError): AuthRefusal | null {
  if (code === 'PT409') return new AuthRefusal('conflict', message)
  if (code === '23514') return new AuthRefusal('validation_failed', faultInWords('bad-address'))
  return null
}
