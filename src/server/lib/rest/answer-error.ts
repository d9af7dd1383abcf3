import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DatabaseError, isDatabaseError } from '#server/lib/db/database.ts'
import { Overloaded } from '#server/lib/overload.ts'
import { RestRefusal } from '#server/lib/query-grammar/refusal.ts'
import { TooManyRequests } from '#server/lib/rate-limit/limits.ts'
import { type ErrorBody, statusOf } from '#shared/contract/errors.ts'
import { formatDuration } from '#shared/lib/local-time.ts'
import { anonymousCaller, isSignedIn } from './caller.ts'

/** The responses to Fastify's errors, by status. */
const transport: Record<number, ErrorBody> = {
  400: { code: 'HTTP400', message: 'The request could not be read', details: null, hint: null },
  415: {
    code: 'HTTP415',
    message: 'Content-Type not acceptable',
    details: null,
    hint: 'Send application/json',
  },
}

/**
 * PostgreSQL reports too many array dimensions as a limit of the server, but the client exceeded the limit, so the
 * status is 400.
 */
const tooLarge: ErrorBody = {
  code: '22P02',
  message: 'invalid input value',
  details: null,
  hint: 'A value has more dimensions, or is longer, than its type can hold',
}

const busy = 'The database is not responding. Try again in a moment.'

/** Returns a database error without the parts that clients must not see: row values, names, statements. */
function databaseBody({ code, message, hint, detail, routine }: DatabaseError, status: number): ErrorBody {
  const isRaised = raised.test(code) || (code.startsWith('22') && routine === 'exec_stmt_raise')
  if (status >= 500 && !isRaised) return { code, message: busy, details: null, hint: null }
  const valueFree = code.startsWith('22') && !isRaised ? 'invalid input value' : message
  return { code, message: valueFree, details: (isRaised && detail) || null, hint: hint ?? null }
}

/**
 * Errors that database functions raise on purpose, with messages for the client. Our functions also raise errors of
 * class 22, but PostgreSQL's own errors of this class quote row values; `routine` shows where an error comes from.
 */
const raised = /^(P0001|PT\d\d\d)$/

function bodyOf(error: unknown, signedIn: boolean): ErrorBody | null {
  if (error instanceof RestRefusal) return error.body
  if (isDatabaseError(error) && error.code === '54000') return tooLarge
  if (isDatabaseError(error)) {
    const status = statusOf(error.code, signedIn, error.message)
    return status === 500 ? null : databaseBody(error, status)
  }
  if (error instanceof TooManyRequests) return tooManyBody(error)
  if (error instanceof Overloaded) return { code: '53000', message: busy, details: null, hint: null }
  const { statusCode } = error as { statusCode?: number }
  return (statusCode && transport[statusCode]) || null
}

const tooManyBody = ({ retryAfter }: TooManyRequests): ErrorBody => ({
  code: 'HTTP429',
  message: 'Too many requests',
  details: null,
  hint: `Try again in ${formatDuration(retryAfter)}`,
})

const challenge = (body: ErrorBody) =>
  ['PGRST301', 'PGRST303', '22023'].includes(body.code)
    ? `Bearer error="invalid_token", error_description="${body.message.replace(/[^ !#-[\]-~]/g, '')}"`
    : 'Bearer'

/**
 * Turns each error of the data API into a response. If the error is unknown, the response contains only a reference.
 */
export function sendRestError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The caller is not known until the hooks of these routes have run.
  const signedIn = isSignedIn(request.restCaller ?? anonymousCaller)
  const known = bodyOf(error, signedIn)
  const status = known ? statusOf(known.code, signedIn, known.message) : 500
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  if (status === 401) reply.header('www-authenticate', challenge(known as ErrorBody))
  if (status === 503) reply.header('retry-after', '2')
  // The request was refused before any hook of these routes ran, so the headers are set here.
  if (error instanceof TooManyRequests) {
    reply.headers({ 'retry-after': error.retryAfter, 'cache-control': 'no-store' })
  }
  const body = known ?? {
    code: 'XX000',
    message: `Something went wrong on our side (reference ${request.id}).`,
    details: null,
    hint: null,
  }
  request.refusal = body.code
  if (status === 403) request.denied = deniedOf(request)
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** A forbidden table or function exists, so its name comes from our schema and not from the caller. */
function deniedOf({ restCaller, params }: FastifyRequest): FastifyRequest['denied'] {
  const { sub } = restCaller.claims
  const { table, name } = params as { table?: string; name?: string }
  const subject = table ?? name
  return typeof sub === 'string' && subject !== undefined ? { actor: sub, subject } : null
}
