import type { Server } from 'node:http'
import fastify, { type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify'
import { feedRoutes } from '#server/features/call-feed/routes.ts'
import { documentRoutes } from '#server/features/documents/service.ts'
import { formRoutes } from '#server/features/forms/routes.ts'
import { healthRoutes } from '#server/features/health/routes.ts'
import { ownDataRoutes } from '#server/features/own-data/routes.ts'
import { packRoutes } from '#server/features/packs/routes.ts'
import { pageRoutes } from '#server/features/pages/routes.ts'
import { openPreviews, previewRoutes } from '#server/features/publishing/preview.ts'
import { securityContactRoutes } from '#server/features/security-contact/service.ts'
import { callPages, callRoutes } from '#server/features/visitor-call/routes.ts'
import {
  answerClientError,
  connectionLimits,
  connectionOptions,
  endConnections,
  limitConnections,
} from '#server/lib/http/connections.ts'
import { allowOrigins } from '#server/lib/http/cors.ts'
import { securityHeaders } from '#server/lib/http/headers.ts'
import { logRequests, requestIdHeader, requestIds } from '#server/lib/http/request-log.ts'
import { proxyTest } from '#server/lib/http/request-origin.ts'
import { clientAddress, openLimits, unlimited } from '#server/lib/rate-limit/limits.ts'
import type { Context } from './context.ts'
import { refuseBadAddress, setErrorHandlers } from './errors.ts'
import { groupOf, rateLimits } from './rate-limits.ts'
import { openServices } from './services.ts'

/** Builds the complete server. The server's parts are listed in the order in which a request passes through them. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { config, log } = context
  const headers = securityHeaders(context.publicUrl())
  const isProxy = proxyTest(config.trustProxy)
  const requestId = requestIds(isProxy)
  const options: FastifyHttpOptions<Server> = {
    ...connectionOptions,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    trustProxy: config.trustProxy,
    return503OnClosing: false,
    clientErrorHandler: answerClientError(context.publicUrl()),
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers).header(requestIdHeader, request.id)
      refuseBadAddress(app, request, reply)
    },
  }
  const app = fastify(options)
  const clientOf = (address = '') => (!config.rateLimit || isProxy(address) ? null : clientAddress(address))
  limitConnections(app.server, { limits: context.connectionLimits ?? connectionLimits, clientOf, log })
  endConnections(app, context.readiness)

  // The hook uses a callback because it does nothing asynchronous; an async hook would create a promise for each
  // request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header(requestIdHeader, request.id)
    done()
  })
  logRequests(app)
  context.metrics?.measureRequests(app, groupOf)

  await allowOrigins(app, () => [context.publicUrl(), ...config.allowedOrigins])

  // These rate limits count requests before the body is read. Some routes also count the contents of the body.
  const limits = config.rateLimit
    ? openLimits(rateLimits, context.clock, (group, { points, seconds }) =>
        log.warn({ group, points, seconds }, 'limit of all clients reached'),
      )
    : unlimited
  app.addHook('onRequest', (request) => limits.arrive(groupOf(request), request))
  app.addHook('onClose', () => limits.close())

  // The handlers for errors and for URLs without a route. These handlers are set before the routes are registered,
  // because a plugin inherits the handlers that exist when it is registered.
  setErrorHandlers(app, context.site)

  await app.register(healthRoutes, context)
  const { scrape } = context
  const { metricsToken: token } = config
  if (scrape && token) {
    const { metricsRoutes } = await import('#server/features/metrics/service.ts')
    await app.register((scope) => metricsRoutes(scope, { token, scrape }))
  }
  const forms = await openServices(app, { ...context, limits, requestId })
  await app.register(formRoutes, { ...context, ...forms, prefix: '/forms' })
  await app.register(packRoutes, context)
  await app.register(securityContactRoutes, context)
  await app.register(callRoutes, { ...context, limits, prefix: '/call' })
  await app.register(feedRoutes, { ...context, prefix: '/calendar' })
  const { auth, letters, site } = context
  const sendsMail = letters.status.server !== null
  await app.register((scope) => ownDataRoutes(scope, { ...auth, site, sendsMail }))
  const preview = openPreviews(context)
  await app.register(documentRoutes, { ...context, settings: context.practice, preview })
  await app.register(previewRoutes, context)
  await app.register(pageRoutes, { ...context, callPage: callPages(context), preview })

  // The server rejects connections while no file descriptors or memory are available.
  app.addHook('onListen', async () => {
    app.server.on('error', (error) => log.error({ err: error }, 'connection rejected'))
  })
  return app
}
