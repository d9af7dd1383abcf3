import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import type { Database } from '#server/lib/db/database.ts'
import { browserErrorReported, deliveryTried, jobDone, rowsStored, socketChanged } from '#server/lib/telemetry.ts'
import { browserErrorCodes } from '#shared/contract/insights.ts'
import { outboxChannels } from '#shared/contract/outbox.ts'

const outcomes = ['sent', 'dropped', 'failed', 'waiting'] as const

/** Functions that add a counter or a gauge to the registry. */
const metricsIn = (registry: Registry) => {
  const config = { registers: [registry] }
  return {
    counter: (name: string, help: string, ...labelNames: string[]) =>
      new Counter({ name: `backline_${name}`, help, labelNames, ...config }),
    gauge: (name: string, help: string, ...labelNames: string[]) =>
      new Gauge({ name: `backline_${name}`, help, labelNames, ...config }),
  }
}

/** Collects the metrics of one process and labels them with its name. `stop` ends the collection. */
export function processMetrics(process: string, database: Pick<Database, 'usage'>) {
  const registry = new Registry()
  registry.setDefaultLabels({ process })
  collectDefaultMetrics({ register: registry })
  const { counter, gauge } = metricsIn(registry)

  const stored = {
    strategy_call_bookings: counter('bookings_total', 'Bookings that were stored.'),
    contact_messages: counter('messages_total', 'Messages that were stored.'),
    user_interactions: counter('interactions_total', 'Interactions that were stored.'),
  }
  const faults = counter('browser_faults_total', "Errors that visitors' browsers reported.", 'code')
  const jobs = gauge('job_last_success_timestamp_seconds', 'When a repeated job last succeeded.', 'job')
  const sockets = gauge('realtime_connections', 'Open realtime connections.')
  const deliveries = counter(
    'deliveries_total',
    'Attempts to send an email or a webhook, by outcome; waiting means another attempt will follow.',
    'channel',
    'outcome',
  )
  for (const channel of outboxChannels) for (const outcome of outcomes) deliveries.inc({ channel, outcome }, 0)

  measurePool(database, [registry])

  const ends = [
    rowsStored.subscribe(({ table, rows }) => {
      if (Object.hasOwn(stored, table)) stored[table as keyof typeof stored].inc(rows)
    }),
    browserErrorReported.subscribe(({ code }) => {
      const label = faultLabel(code)
      if (label) faults.inc({ code: label })
    }),
    jobDone.subscribe(({ job }) => jobs.setToCurrentTime({ job })),
    socketChanged.subscribe(({ by }) => sockets.inc(by)),
    deliveryTried.subscribe((tried) => deliveries.inc(tried)),
  ]
  return {
    registry,
    stop: () => {
      for (const end of ends) end()
    },
  }
}

function measurePool(database: Pick<Database, 'usage'>, registers: Registry[]): void {
  new Gauge({
    name: 'backline_db_pool_connections',
    help: 'Connections of the pool, by whether a request uses one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, idle } = database.usage()
      this.set({ state: 'used' }, used)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'backline_db_pool_size',
    help: 'Maximum number of pool connections.',
    registers,
    collect() {
      this.set(database.usage().most)
    },
  })
  new Gauge({
    name: 'backline_db_pool_waiting',
    help: 'Requests that wait for a connection.',
    registers,
    collect() {
      this.set(database.usage().waiting)
    },
  })
}

/**
 * Upper limits of the histogram buckets, in seconds. We promise a response within 0.1 seconds, and the database cancels
 * a statement after ten seconds.
 */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type MeasureRequests = (app: FastifyInstance, groupOf: (request: FastifyRequest) => string) => void

/** Counts requests by route pattern, because URLs contain visitors' input. */
export function requestMetrics(registry: Registry): MeasureRequests {
  const { counter } = metricsIn(registry)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Completed requests and their duration.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  const limited = counter('rate_limited_total', 'Requests rejected by a rate limit, by group of limits.', 'group')
  const attempts = counter(
    'auth_attempts_total',
    'Attempts to sign in or refresh, by method and outcome.',
    'way',
    'outcome',
  )
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

/**
 * Unknown error codes are ignored, because anyone can send invented codes and each code would become a permanent
 * series.
 */
function faultLabel(code: string): string | null {
  if (/^http_5\d\d$/.test(code)) return 'http_5xx'
  return (
    browserErrorCodes.find((known) => known === code) ??
    (/^[a-z]{1,20}_not_loaded$/.test(code) ? 'part_not_loaded' : null)
  )
}

/**
 * Maps the last request of each sign-in method to the method, because that request decides whether the sign-in
 * succeeds.
 */
const ways: Readonly<Record<string, string>> = {
  'POST /auth/v1/passkeys/authentication/verify': 'passkey',
  'POST /auth/v1/factors/:id/verify': 'second_factor',
  'POST /auth/v1/factors/recovery-codes/verify': 'recovery_code',
  'POST /auth/v1/verify': 'mailed_code',
}

const grants: Readonly<Record<string, string>> = {
  password: 'password',
  refresh_token: 'refresh',
  pkce: 'provider',
}

/** The sign-in method that this request uses; null for any other request. */
function attemptOf(method: string, route: string, grant: unknown): string | null {
  if (method === 'POST' && route === '/auth/v1/token') {
    return (typeof grant === 'string' && grants[grant]) || 'other'
  }
  return ways[`${method} ${route}`] ?? null
}

const attemptWays = [...Object.values(ways), ...Object.values(grants), 'other']
const attemptOutcomes = ['accepted', 'refused', 'limited', 'failed'] as const

function outcomeOf(status: number): (typeof attemptOutcomes)[number] {
  if (status < 400) return 'accepted'
  if (status === 429) return 'limited'
  return status < 500 ? 'refused' : 'failed'
}

export type MetricValues = MetricObjectWithValues<MetricValue<string>>[]

export function formatMetrics(counted: readonly MetricValues[]): Promise<string> {
  const all = counted.map((metrics) =>
    metrics.map((metric) => ({
      ...metric,
      aggregator: 'sum',
      values: metric.values.filter(({ value }) => Number.isFinite(value)),
    })),
  )
  return AggregatorRegistry.aggregate(all).metrics()
}
