import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseError } from '#server/lib/db/database.ts'
import { BadJson, parseStrictJson } from '#server/lib/http/json.ts'
import { Overloaded } from '#server/lib/overload.ts'
import { TooManyRequests } from '#server/lib/rate-limit/limits.ts'
import { deviceHeader } from '#shared/contract/auth.ts'
import { statusOf } from '#shared/contract/errors.ts'
import { AuthRefusal, authNotFound } from './refusal.ts'

const bodyBytes = 1024 * 1024
/** A request that takes longer than this gets 504, so that no client waits for an unresponsive database. */
const deadlineMilliseconds = 10_000

/** Common behavior of all routes below `/auth/v1`. Register this function in the routes' scope, before the routes. */
export function authConventions(app: FastifyInstance): void {
  app.setErrorHandler(sendAuthError)
  app.addHook('onRoute', (route) => {
    route.handlerTimeout ??= deadlineMilliseconds
    route.bodyLimit ??= bodyBytes
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  // The not-found handler is not enough, because URLs without a route here would match the pages' wildcard route.
  app.all('/*', async (request, reply) => {
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw authNotFound()
  })
  app.setNotFoundHandler(async () => {
    throw authNotFound()
  })
  acceptOnlyJson(app)
}

/** Clients send the JSON content type even with an empty body; such a body counts as `{}`. */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return {}
      try {
        return parseStrictJson(body)
      } catch (error) {
        throw error instanceof BadJson ? new AuthRefusal('bad_json', 'Could not parse request body as JSON') : error
      }
    },
  )
}

/** From this API version on, `code` is a string. Older clients get the HTTP status as `code`. */
const codedVersion = '2024-01-01'

const invalidBody = 'Could not parse request body as JSON'

/** Returns the auth service's refusal for an error from Fastify or the database; null for any other error. */
function known(error: unknown): AuthRefusal | null {
  if (error instanceof AuthRefusal) return error
  if (error instanceof TooManyRequests) {
    return new AuthRefusal('over_request_rate_limit', 'Request rate limit reached', error)
  }
  if (error instanceof Overloaded) {
    return new AuthRefusal('unexpected_failure', 'The server is busy, please retry', {
      status: 503,
      retryAfter: 2,
    })
  }
  if (isDatabaseError(error)) return databaseRefusal(error.code)
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (code === 'FST_ERR_HANDLER_TIMEOUT') {
    return new AuthRefusal('request_timeout', 'Processing this request timed out, please retry')
  }
  if (statusCode === 413) return new AuthRefusal('request_entity_too_large', 'Request body is too large')
  if (statusCode === 415) {
    return new AuthRefusal('validation_failed', 'Send the body as application/json', { status: 415 })
  }
  if (statusCode === 400) return new AuthRefusal('bad_json', invalidBody)
  return null
}

/**
 * An unreachable, busy or slow database is a temporary error. A value that the database cannot store is the
 * client's error.
 */
function databaseRefusal(code: string): AuthRefusal | null {
  if (code === '57014' || code === 'PGRST003') {
    return new AuthRefusal('request_timeout', 'Processing this request timed out, please retry')
  }
  if (code === '55P03' || code === '40P01') {
    return new AuthRefusal('conflict', 'Too many concurrent requests for this session or user')
  }
  if (code.startsWith('22')) return new AuthRefusal('validation_failed', 'A value cannot be stored')
  if (statusOf(code, true) !== 503) return null
  return new AuthRefusal('unexpected_failure', 'The database is not responding, please retry', {
    status: 503,
    retryAfter: 2,
  })
}

/** Turns each error of the auth service into a response in the format of the requested API version. */
export function sendAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal =
    known(error) ??
    new AuthRefusal('unexpected_failure', 'Unexpected failure, please check server logs for more information')
  const { code, status, message, weakPassword } = refusal
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  request.refusal = code
  reply.code(status).headers({ 'x-sb-error-code': code, 'cache-control': 'no-store' })
  if (refusal.retryAfter !== null) reply.header('retry-after', refusal.retryAfter)
  const weak = weakPassword && { weak_password: { reasons: weakPassword } }
  const version = request.headers['x-supabase-api-version']
  if (typeof version === 'string' && isVersion(version) && version >= codedVersion) {
    return reply.header('x-supabase-api-version', codedVersion).send({ code, message, ...weak })
  }
  return reply.send({
    code: status,
    error_code: code,
    msg: message,
    ...(status >= 500 && { error_id: request.id }),
    ...weak,
  })
}

const isVersion = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

export interface SignInClient {
  /** The User-Agent header. */
  agent: string | null
  /** A random id that the device stores; null if the request has none. */
  device: string | null
}

/** The device generates this id, whose 20 or more random characters cannot be guessed. */
const device = /^[\w-]{20,64}$/

/** The maximum number of characters to keep from a User-Agent header, which can have any length. */
const longestAgent = 300

export function readSignInClient(headers: IncomingHttpHeaders): SignInClient {
  const named = headers[deviceHeader]
  return {
    agent: headers['user-agent']?.slice(0, longestAgent) ?? null,
    device: typeof named === 'string' && device.test(named) ? named : null,
  }
}
