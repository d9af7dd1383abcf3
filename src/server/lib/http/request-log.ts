import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/lib/log.ts'

/** Identifies a request in its response and in each log line about it. */
export const requestIdHeader = 'x-request-id'

/** Ids of proxies: 32 hexadecimal digits, a UUID, an address with a counter. No spaces or markup characters. */
const form = /^[\w.:-]{8,64}$/

export const newRequestId = (): string => randomUUID().slice(-12)

export type RequestId = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string

/** Keeps the id from a trusted proxy, so that its log and ours match. Other requests get a new one. */
export function requestIds(isProxy: (address: string | undefined) => boolean): RequestId {
  return ({ headers, socket }) => {
    const { [requestIdHeader]: given } = headers
    // Several ids in one request are joined by a comma, which the pattern rejects.
    return typeof given === 'string' && form.test(given) && isProxy(socket.remoteAddress)
      ? given
      : newRequestId()
  }
}

/** Seconds in which refusals of one kind are counted together. */
const together = 10

/** Logs or counts a refusal of one kind. There must be few kinds, so no part of one may come from the client. */
type LogRefusal = (kind: Readonly<Record<string, unknown>>, first: () => void) => void

/** Logs the first refusal of its kind and the number of those that follow: a flood must not fill the log. */
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
    /** Code of the refusal of this request, for the log. */
    refusal: string | null
    /** The id of the refused user and the name of the table or function, for the log. */
    denied: { actor: string; subject: string } | null
    /** So frequent that it is logged only when it fails. */
    isRoutine: boolean
  }
}

/** One line per request, with the route's pattern instead of the address, which contains user input. */
export function logRequests(app: FastifyInstance): void {
  const logRefusal = logRefusals(app.log)
  app.decorateRequest('refusal', null)
  app.decorateRequest('denied', null)
  app.decorateRequest('isRoutine', false)
  app.addHook('onResponse', (request, reply, done) => {
    // A browser sends a preflight for each address.
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
