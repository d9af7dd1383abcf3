import type { FastifyInstance } from 'fastify'
import { restRoutes } from '#server/app/data-api/rest.ts'
import { authRoutes } from '#server/app/sign-in/auth.ts'
import { accountRoutes } from '#server/features/auth-links/page-routes.ts'
import { openSessionWatch } from '#server/features/auth-sessions/service.ts'
import { calendarRoutes } from '#server/features/calendars/routes.ts'
import { calendarReader } from '#server/features/calendars/service.ts'
import type { FormServices } from '#server/features/forms/service.ts'
import { letterDeskRoutes } from '#server/features/letter-desk/routes.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { readyRoutes } from '#server/features/ready/routes.ts'
import { openRealtime } from '#server/features/realtime/service.ts'
import { realtimeRoutes } from '#server/features/realtime/upgrade.ts'
import { openRowStore, storeOnce } from '#server/features/rest-writing/service.ts'
import { mailboxRoutes } from '#server/features/team-mailbox/routes.ts'
import { availableTimesNear } from '#server/features/visitor-call/changes.ts'
import { webhookRoutes } from '#server/features/webhooks/routes.ts'
import type { RequestId } from '#server/lib/http/request-log.ts'
import { clientAddressBehind } from '#server/lib/http/request-origin.ts'
import { readSender } from '#server/lib/mail/mailer.ts'
import { clientAddress, type Limits } from '#server/lib/rate-limit/limits.ts'
import type { Context } from './context.ts'

/**
 * Registers the data, auth and realtime APIs, and the features that need auth. Returns the services that the plain HTML
 * forms need.
 */
export async function openServices(
  app: FastifyInstance,
  context: Context & { limits: Limits; requestId: RequestId },
): Promise<FormServices> {
  const { config, database, clock, log, limits, publicUrl, requestId } = context
  const { cipher, keys } = context.auth
  const watch = openSessionWatch({ database, keys, log })
  app.addHook('onClose', () => watch.close())
  const arrivals = openRowStore(database, log)
  const store = { clock, limits, cipher, arrivals }

  await app.register(restRoutes, {
    ...context,
    ...store,
    watch,
    keys,
    publishableKey: config.publishableKey,
    release: async () => (await context.site()).release,
    prefix: '/rest/v1',
  })
  // The auth routes get only the context: a prefix in their options would be applied twice.
  await app.register((scope) => authRoutes(scope, context.auth), { prefix: '/auth/v1' })
  const accountPages = { auth: context.auth, site: context.site }
  await app.register(accountRoutes, { ...accountPages, prefix: '/account' })
  await app.register(
    (scope) => letterDeskRoutes(scope, { ...context.auth, mailer: context.mailer, limits, ...context.letters }),
    { prefix: '/letters/v1' },
  )
  await app.register(
    (scope) => readyRoutes(scope, { ...context.auth, mailer: context.mailer, limits, settings: context.ready }),
    { prefix: '/ready/v1' },
  )
  const publishing = { ...context.auth, publishing: context.publishing }
  // Without a name in the settings, emails have the sender's name from the site.
  const sender = readSender(config.mailFrom ?? '')?.name ? context.letters.status.sender : null
  await app.register((scope) => publishingRoutes(scope, { ...publishing, sender }), { prefix: '/site/v1' })
  const allowPrivate = config.webhookPrivateAddresses
  await app.register((scope) => webhookRoutes(scope, { ...context.auth, allowPrivate }), {
    prefix: '/webhooks/v1',
  })
  const calendars = { allowPrivate: config.calendarPrivateAddresses, reader: calendarReader }
  await app.register((scope) => calendarRoutes(scope, { ...context.auth, ...calendars }), {
    prefix: '/calendars/v1',
  })
  const policy = { allowPrivate: config.calendarPrivateAddresses }
  await app.register((scope) => mailboxRoutes(scope, { ...context.auth, policy }), { prefix: '/mailbox/v1' })
  await app.register(realtimeRoutes, { prefix: '/realtime/v1' })

  // Sockets are closed before the server, because closing the server waits for them.
  const addressOf = clientAddressBehind(config.trustProxy)
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
    requestId,
  }).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  app.addHook('preClose', () => realtime.close())
  return {
    storeForm: (...form) => storeOnce(store, ...form),
    freeTimes: (page) => availableTimesNear({ database, clock, log, cipher }, page),
  }
}
