import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearerClaims, requireCaller, requireSecondFactor } from '#server/features/auth-sessions/service.ts'
import { type AuthContext, decide } from '#server/lib/auth/context.ts'
import { readSignInClient } from '#server/lib/auth/conventions.ts'
import { refusePkce } from '#server/lib/auth/input.ts'
import { redirectTarget } from '#server/lib/auth/redirects.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import type { AuthorizeBody } from '#shared/contract/auth.ts'
import { unlinkIdentity } from './identities.ts'
import { openProviders } from './provider.ts'
import {
  handleProviderCallback,
  landingUrl,
  type ProviderCallback,
  type ProviderStart,
  type Redirect,
  startProviderSignIn,
} from './service.ts'

type Query = Readonly<Record<string, unknown>>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A HEAD request must not start or end a sign-in. */
const noHeadRoute = { exposeHeadRoute: false }

export async function providerRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  const providers = openProviders(context)

  app.get('/authorize', noHeadRoute, async (request, reply) => {
    const departure = { ...readProviderStart(request, context), linking: null }
    providers.find(departure.provider)
    try {
      return await send(reply, await startProviderSignIn(context, providers, departure))
    } catch (error) {
      // Users see this response, and a page is more useful to them than JSON.
      if (!(error instanceof AuthRefusal) || error.status < 500) throw error
      return reply.redirect(landingUrl(departure.redirectTo, { refusal: error }))
    }
  })

  app.get('/user/identities/authorize', noHeadRoute, async (request, reply) => {
    const claims = await bearerClaims(context.keys, request.headers)
    const { user, session } = await decide(context.database, async (tx) => {
      const caller = await requireCaller(tx, context, claims)
      await requireSecondFactor(tx, caller, 'link an identity')
      return caller
    })
    const linking = { userId: user.id, sessionId: session.id }
    const redirect = await startProviderSignIn(context, providers, {
      ...readProviderStart(request, context),
      linking,
    })
    if ((request.query as Query).skip_http_redirect !== 'true') return send(reply, redirect)
    reply.header('set-cookie', redirect.cookie)
    return { url: redirect.location } satisfies AuthorizeBody
  })

  app.delete('/user/identities/:id', async (request) => {
    const claims = await bearerClaims(context.keys, request.headers)
    await decide(context.database, async (tx) => {
      const caller = await requireCaller(tx, context, claims)
      await requireSecondFactor(tx, caller, 'unlink an identity')
      const { id } = request.params as { id: string }
      if (!uuid.test(id)) throw invalid('identity_id must be a UUID', 404)
      await unlinkIdentity(tx, context, caller.user.id, id.toLowerCase())
    })
    return {}
  })

  app.get('/callback', noHeadRoute, async (request, reply) => {
    const browser = { cookies: request.headers.cookie, client: readSignInClient(request.headers) }
    return send(
      reply,
      await handleProviderCallback(context, providers, readProviderCallback(request.query as Query), browser),
    )
  })

  await app.register(formCallbackRoute)
}

/**
 * Some providers send the browser back with a form. A form from another site arrives without our cookie, so we redirect
 * the browser, which then sends the cookie. Only this route reads a form.
 */
async function formCallbackRoute(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  app.post('/callback', async (request, reply) => {
    const sent = Object.entries(readProviderCallback((request.body ?? {}) as Query))
    const known = sent.filter((entry): entry is [string, string] => entry[1] !== undefined)
    return reply.redirect(`/auth/v1/callback?${new URLSearchParams(known)}`, 303)
  })
}

function readProviderStart(request: FastifyRequest, context: AuthContext): Omit<ProviderStart, 'linking'> {
  const query = request.query as Query
  const asked = {
    redirectTo: request.headers.redirect_to ?? query.redirect_to,
    referer: request.headers.referer,
  }
  refusePkce(query)
  return {
    provider: query.provider,
    redirectTo: redirectTarget(asked, context.publicUrl()),
    scopes: query.scopes,
    extra: query,
  }
}

function readProviderCallback(values: Query): ProviderCallback {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const { state, code, error, iss } = values
  return { state: text(state), code: text(code), error: text(error), iss: text(iss) }
}

function send(reply: FastifyReply, { location, cookie }: Redirect): FastifyReply {
  if (cookie) reply.header('set-cookie', cookie)
  return reply.redirect(location)
}
