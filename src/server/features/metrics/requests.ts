import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { attemptOf, attemptOutcomes, attemptWays, outcomeOf } from './policy.ts'

/** Seconds. The promise is an answer in a tenth of one; after ten the database cancels a statement. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type MeasureRequests = (app: FastifyInstance, groupOf: (request: FastifyRequest) => string) => void

/** Counts requests by the pattern of their route, because addresses contain what visitors type. */
export function requestMetrics(registry: Registry): MeasureRequests {
  const registers = [registry]
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests that were answered, and how long that took.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const limited = new Counter({
    name: 'backline_rate_limited_total',
    help: 'Requests that were refused because their sender asked too often, by group of limits.',
    labelNames: ['group'],
    registers,
  })
  const attempts = new Counter({
    name: 'backline_auth_attempts_total',
    help: 'Attempts to sign in, or to go on, by way and outcome.',
    labelNames: ['way', 'outcome'],
    registers,
  })
  for (const way of attemptWays) for (const outcome of attemptOutcomes) attempts.inc({ way, outcome }, 0)

  return (app, groupOf) => {
    app.addHook('onResponse', (request, reply, done) => {
      const { method } = request
      const { url: route = 'none' } = request.routeOptions
      const { statusCode: status } = reply
      durations.observe({ method, route, status }, reply.elapsedTime / 1000)
      if (status === 429) limited.inc({ group: groupOf(request) })
      const { grant_type } = (request.query ?? {}) as { grant_type?: unknown }
      const way = attemptOf(method, route, grant_type)
      if (way) attempts.inc({ way, outcome: outcomeOf(status) })
      done()
    })
  }
}
