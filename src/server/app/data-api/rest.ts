import type { FastifyInstance } from 'fastify'
import type { SessionWatch } from '#server/features/auth-sessions/service.ts'
import { openInteractions } from '#server/features/interactions/service.ts'
import { callingRoutes } from '#server/features/rest-calling/routes.ts'
import { readingRoutes } from '#server/features/rest-reading/routes.ts'
import { writingRoutes } from '#server/features/rest-writing/routes.ts'
import type { FormStoreContext } from '#server/features/rest-writing/service.ts'
import type { Database } from '#server/lib/db/database.ts'
import { openRestContext, type RestContext } from '#server/lib/rest/catalog.ts'
import { type RestConventions, restConventions } from '#server/lib/rest/conventions.ts'

interface RestFeatureOptions extends FormStoreContext {
  /** Ends a download when its user's session ends. */
  watch: Pick<SessionWatch, 'over'>
  isDiskNearlyFull?: (() => boolean) | undefined
}

/**
 * The data API: `/rest/v1/<table>` and `/rest/v1/rpc/<function>`, compatible with PostgREST. Visitors' forms have their
 * own checks; the database authorizes all other requests.
 */
export async function restRoutes(
  app: FastifyInstance,
  options: RestFeatureOptions & RestConventions & { database: Database },
): Promise<void> {
  restConventions(app, options)
  await restFeatureRoutes(app, openRestContext(options.database, options.clock), options)
}

/** The routes of the data API, without the conventions that `restRoutes` adds. */
export async function restFeatureRoutes(
  app: FastifyInstance,
  context: RestContext,
  options: RestFeatureOptions,
): Promise<void> {
  const interactions = openInteractions(context.database, context.clock, options.isDiskNearlyFull)
  await readingRoutes(app, context)
  await writingRoutes(app, context, { ...options, interactions })
  await callingRoutes(app, context, options.watch)
}
