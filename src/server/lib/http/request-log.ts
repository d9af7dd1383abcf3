import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/lib/log.ts'

/** Identifies a request in its response and in each log line about the request. */
export const requestIdHeader = 'x-request-id'

/**
 * Accepts ids from proxies: 32 hexadecimal digits, a UUID, or an IP address with a counter. Rejects spaces and markup.
 */
const form = /^[\w.:-]{8,64}$/

export const newRequestId = (): string => randomUUID().slice(-12)

export type RequestId = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string

/** Adopts the id from a trusted proxy, so that the proxy's log and ours match. Other requests get a new id. */
export function requestIds(isProxy: (address: string | undefined) => boolean): RequestId {
  return ({ headers, socket }) => {
    const { [requestIdHeader]: given } = headers
    // If a request has several ids, they are joined by a comma, which the pattern rejects.
    return typeof given === 'string' && form.test(given) && isProxy(socket.remoteAddress) ? given : newRequestId()
  }
}

/** Refusals of one kind are counted together for this many seconds. */
const together = 10

/**
 * Logs a refusal, or only counts it if a refusal of the same kind was just logged. There must be few kinds, so a kind
 * must not contain a client's input.
 */
type LogRefusal = (kind: Readonly<Record<string, unknown>>, first: () => void) => void

/** Logs the first refusal of each kind and the number of later ones, because a flood must not fill the log. */
export function logRefusals(log: Pick<Log, 'info'>): LogRefusal {
  const counts = new Map<string, number>()
  return (kind, first) => {
    const key = JSON.stringify(kind)
    const count = counts.get(key)
    counts.set(key, (count ?? -1) + 1)
    if (count !== undefined) return
    first()
    const sum = () => {
      const refused = counts.get(key)
      counts.delete(key)
      if (refused) log.info({ ...kind, refused, seconds: together }, 'repeated refusals')
    }
    setTimeout(sum, 1000 * together).unref()
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code with which this request was refused; it is logged. */
    refusal: string | null
    /** The refused user's id and the name of the table or function; both are logged. */
    denied: { actor: string; subject: string } | null
    /** True for a kind of request that is so frequent that only failures are logged. */
    isRoutine: boolean
  }
}

/**
 * Logs one line per request. The line contains the route's pattern but not the URL, because the URL contains user
 * input.
 */
export function logRequests(app: FastifyInstance): void {
  const logRefusal = logRefusals(app.log)
  app.decorateRequest('refusal', null)
  app.decorateRequest('denied', null)
  app.decorateRequest('isRoutine', false)
  app.addHook('onResponse', (request, reply, done) => {
    // Successful requests of this kind are too frequent to log: browsers send a preflight for each URL.
    const isRoutine = request.isRoutine || request.method === 'OPTIONS'
    if (isRoutine && reply.statusCode < 400) return done()
    const { view } = (request.query ?? {}) as { view?: unknown }
    const kind = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ...(request.refusal && { code: request.refusal }),
    }
    const log = () =>
      request.log.info({
        ...kind,
        ...(typeof view === 'string' && /^[a-z0-9-]{1,40}$/.test(view) && { view }),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...request.denied,
      })
    if (reply.statusCode === 429) logRefusal(kind, log)
    else log()
    done()
  })
}
