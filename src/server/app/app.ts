import { randomUUID } from 'node:crypto'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { accountRoutes } from '#server/features/auth-links/routes.ts'
import { openSessionWatch } from '#server/features/auth-sessions/service.ts'
import { openProofs } from '#server/features/form-proof/service.ts'
import { formRoutes } from '#server/features/forms/routes.ts'
import { healthRoutes } from '#server/features/health/routes.ts'
import { letterDeskRoutes } from '#server/features/letter-desk/routes.ts'
import type { LetterDeskOptions } from '#server/features/letter-desk/types.ts'
import { packRoutes } from '#server/features/packs/routes.ts'
import type { PackShelf } from '#server/features/packs/types.ts'
import { pageRoutes } from '#server/features/pages/routes.ts'
import type { SiteSource } from '#server/features/pages/service.ts'
import { realtimeRoutes } from '#server/features/realtime/routes.ts'
import { openRealtime } from '#server/features/realtime/service.ts'

import { openArrivals } from '#server/features/rest-writing/service.ts'
import { securityContactRoutes } from '#server/features/security-contact/routes.ts'
import { callPages, callRoutes } from '#server/features/visitor-call/routes.ts'
import { webhookRoutes } from '#server/features/webhooks/routes.ts'
import { openAnnouncer } from '#server/lib/announcing.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import { addressPast, proxyTest } from '#server/lib/http/address-past.ts'
import {
  bodyLimit,
  boundedServer,
  type ConnectionLimits,
  connectionLimits,
  shareOf,
} from '#server/lib/http/bounded-server.ts'
import { answerClientError } from '#server/lib/http/client-error.ts'
import { allowOrigins, answerPreflights } from '#server/lib/http/cors.ts'
import { drainOnClose } from '#server/lib/http/drain.ts'
import { securityHeaders } from '#server/lib/http/headers.ts'
import { listenAtBothLoopbacks } from '#server/lib/http/localhost.ts'
import { logRequests } from '#server/lib/http/log-requests.ts'
import { shareRequests } from '#server/lib/http/under-way.ts'
import { closeOnUnreadBody } from '#server/lib/http/unread-body.ts'
import type { Log } from '#server/lib/log.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { clientAddress } from '#server/lib/rate-limit/client-address.ts'
import { openLimits } from '#server/lib/rate-limit/limits.ts'
import { Sharing } from '#server/lib/rate-limit/sharing.ts'
import { type Limits, unlimited } from '#server/lib/rate-limit/types.ts'
import type { Rush } from '#server/lib/rush.ts'
import { accountOptions, authRoutes } from './auth.ts'
import type { Config } from './config.ts'
import { answerTheRest, refuseBadAddress } from './errors.ts'
import { groupOf, rateLimits } from './rate-limits.ts'
import { restRoutes } from './rest.ts'

/** What the rooms stand on. Whoever makes it closes it. */
export interface Context {
  config: Pick<
    Config,
    | 'publishableKey'
    | 'allowedOrigins'
    | 'trustProxy'
    | 'databaseUrl'
    | 'rateLimit'
    | 'formProof'
    | 'webhookPrivateAddresses'
  > &
    Partial<Pick<Config, 'host'>>
  database: Database
  clock: Clock
  log: Log
  site: SiteSource
  packs: PackShelf
  auth: AuthContext
  mailer: Pick<Mailer, 'send'>
  rush: Pick<Rush, 'during'>
  /** What the desk shows of letters, and how mail leaves. */
  letters: Pick<LetterDeskOptions, 'organizer' | 'answersTo' | 'status' | 'read'>
  /** Where people reach us. A function, since a port of the system's choice is known only once we listen. */
  publicUrl: () => string
  /** Limits of connections, where they differ from the usual ones. */
  connectionLimits?: ConnectionLimits
  /** How many processes serve together: places are divided among them, and requests counted by all. */
  processes?: number
}

/** The whole server, in the order in which a request meets its parts. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { config, log, processes = 1 } = context
  const headers = securityHeaders(context.publicUrl())
  const speakToOthers = allowOrigins(config.allowedOrigins)

  // Limits
  const held = shareOf(context.connectionLimits ?? connectionLimits, processes)
  const isProxy = proxyTest(config.trustProxy)
  const options: FastifyServerOptions = {
    bodyLimit,
    serverFactory: boundedServer(held, (address = '') =>
      !config.rateLimit || isProxy(address) ? null : clientAddress(address),
    ),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID().slice(-12),
    trustProxy: config.trustProxy,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError(context.publicUrl()),
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers)
      speakToOthers(request, reply)
      refuseBadAddress(app, request, reply)
    },
  }
  const app = fastify(options)
  closeOnUnreadBody(app)
  drainOnClose(app)

  // Headers. A hook with a callback and not an async one: it waits for nothing, and every request would pay for its
  // promise.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    speakToOthers(request, reply)
    done()
  })
  logRequests(app)

  // More limits. They are taken before the body is read; the rooms then count by what is in it.
  if (config.rateLimit) shareRequests(app, held.connections, isProxy)
  answerPreflights(app)
  const limits = openLimitsFor(context)
  app.addHook('onRequest', (request) => limits.arrive(groupOf(request), request))
  app.addHook('onClose', () => limits.close())
  const { box, keys } = context.auth
  const watch = openSessionWatch({ database: context.database, keys, log })
  app.addHook('onClose', () => watch.close())
  const proofs = config.formProof ? openProofs(box, context.clock) : null
  const announcer = openAnnouncer(context.database, log)
  app.addHook('onClose', () => announcer.close())
  const arrivals = openArrivals(context.database, announcer, context.rush)
  const room = { ...context, limits, box, keys, watch, proofs, arrivals }

  // Handlers for addresses without a route and for errors. They come before the rooms, because Fastify gives each
  // room the handlers that are set when it is registered.
  answerTheRest(app, context.site)

  // Rooms
  await app.register(healthRoutes, context)
  await app.register(restRoutes, {
    ...room,
    publishableKey: config.publishableKey,
    release: async () => (await context.site()).release,
    prefix: '/rest/v1',
  })
  // The rooms of the auth service get the context alone. A prefix among their options would be put before their
  // routes a second time.
  await app.register((scope) => authRoutes(scope, context.auth), { prefix: '/auth/v1' })
  await app.register(accountRoutes, { ...accountOptions(context.auth, context.site), prefix: '/account' })
  await app.register(
    (scope) =>
      letterDeskRoutes(scope, { ...context.auth, mailer: context.mailer, limits, ...context.letters }),
    {
      prefix: '/letters/v1',
    },
  )
  const allowPrivate = config.webhookPrivateAddresses
  await app.register((scope) => webhookRoutes(scope, { ...context.auth, allowPrivate }), {
    prefix: '/webhooks/v1',
  })
  await app.register(realtimeRoutes, { prefix: '/realtime/v1' })
  await app.register(formRoutes, { ...room, prefix: '/forms' })
  await app.register(packRoutes, context)
  await app.register(securityContactRoutes, context)
  const calls = { ...context, box }
  await app.register(callRoutes, { ...calls, prefix: '/call' })
  await app.register(pageRoutes, { ...context, callPage: callPages(calls) })

  // Sockets. They are closed before the server, because closing it waits for them.
  const { database, clock, publicUrl } = context
  const addressOf = addressPast(config.trustProxy)
  const realtime = await openRealtime({
    server: app.server,
    database,
    clock,
    log,
    publicUrl,
    keys,
    watch,
    publishableKey: config.publishableKey,
    allowedOrigins: config.allowedOrigins,
    clientOf: (request) => (config.rateLimit ? clientAddress(addressOf(request)) : null),
    processes,
  }).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  app.addHook('preClose', () => realtime.close())
  if (config.host === 'localhost') listenAtBothLoopbacks(app, log)
  // A connection cannot be accepted when files or memory run out. The error is logged; later connections are accepted
  // again.
  app.addHook('onListen', async () => {
    app.server.on('error', (error) => log.error({ err: error }, 'a connection could not be taken'))
  })
  return app
}

/**
 * Counts are shared where other processes may use the same database: always with `DATABASE_URL`, and on our own
 * database when this start has several processes.
 */
function openLimitsFor({ config, database, clock, log, processes = 1 }: Context): Limits {
  if (!config.rateLimit) return unlimited
  const sharing =
    config.databaseUrl || processes > 1 ? new Sharing(database, clock, (message) => log.warn(message)) : null
  return openLimits(rateLimits, { clock, sharing })
}
