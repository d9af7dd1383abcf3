import formBody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountPages } from '#content/account-pages.ts'
import { confirmPage, ownerCreatedPage, ownerPage } from '#plain/account-pages.tsx'
import { answerPage } from '#plain/form-pages.tsx'
import type { Page } from '#plain/page.tsx'
import { sendPlain } from '#server/features/pages/service.ts'
import { clientOf } from '#server/lib/auth/client.ts'
import { isSameOrigin } from '#server/lib/http/request-origin.ts'
import { field, readLink, readToken } from './fields.ts'
import type { AccountOptions, Link } from './types.ts'

/**
 * The pages on which links land. To open one changes nothing, since mail programs open links before people do: only
 * its button does. They work without script, and the address, which holds a token, stays between browser and server.
 */
export async function accountRoutes(app: FastifyInstance, options: AccountOptions): Promise<void> {
  await app.register(formBody)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      // Our origin and never the path. `no-referrer` would also blank the Origin of the form, by which we know it
      // where a browser does not send Sec-Fetch-Site: over plain http.
      'referrer-policy': 'strict-origin',
      'x-robots-tag': 'noindex',
    })
  })
  addConfirm(app, options)
  addOwner(app, options)
}

function addConfirm(app: FastifyInstance, options: AccountOptions): void {
  const { redeem, allowedTarget, publicUrl, passwordRule } = options

  /** Only this page gets the other policy, since its form may lead to another site. */
  async function sendConfirm(reply: FastifyReply, status: number, link: Link, fault?: string) {
    const { plain, ...rest } = await options.site()
    // Chromium holds the redirect that answers a form against `form-action`.
    const { origin } = new URL(allowedTarget(link.redirectTo))
    const csp =
      origin === publicUrl()
        ? plain.csp
        : plain.csp.replace("form-action 'self'", (self) => `${self} ${origin}`)
    const page = confirmPage(link, passwordRule, fault)
    return sendPlain(reply, async () => ({ ...rest, plain: { ...plain, csp } }), status, page)
  }

  app.get('/confirm', async (request, reply) => {
    const link = readLink(request.query)
    if (!link) return send(reply, options, 400, answerPage(accountPages.incomplete))
    return sendConfirm(reply, 200, link)
  })

  app.post('/confirm', {
    onRequest: refuseOthers(options),
    handler: async (request, reply) => {
      const link = readLink(request.body)
      if (!link) return send(reply, options, 400, answerPage(accountPages.incomplete))
      const isInvitation = link.type === 'invite'
      const redeemed = await redeem({
        ...link,
        client: clientOf(request.headers),
        ...(isInvitation && { password: field(request.body, 'password') }),
      })
      if ('location' in redeemed) return reply.code(303).header('location', redeemed.location).send()
      if ('message' in redeemed) {
        return send(reply, options, 200, answerPage({ title: accountPages.accepted, text: redeemed.message }))
      }
      request.refusal = 'password'
      return sendConfirm(reply, 422, link, redeemed.passwordFault)
    },
  })
}

function addOwner(app: FastifyInstance, options: AccountOptions): void {
  app.get('/owner', async (request, reply) => {
    const token = readToken(request.query)
    if (!token) return send(reply, options, 400, answerPage(accountPages.ownerIncomplete))
    return send(reply, options, 200, ownerPage({ token, email: '' }, options.passwordRule))
  })

  app.post('/owner', {
    onRequest: refuseOthers(options),
    handler: async (request, reply) => {
      const token = readToken(request.body)
      if (!token) return send(reply, options, 400, answerPage(accountPages.ownerIncomplete))
      const email = field(request.body, 'email').trim()
      const outcome = await options.createOwner({ token, email, password: field(request.body, 'password') })
      if ('done' in outcome) return send(reply, options, 201, ownerCreatedPage())
      const { fault, sentence } = outcome
      request.refusal = fault
      if (fault === 'token') {
        return send(reply, options, 403, answerPage({ title: accountPages.ownerOver, text: sentence }))
      }
      return send(reply, options, 422, ownerPage({ token, email }, options.passwordRule, { fault, sentence }))
    },
  })
}

const send = (reply: FastifyReply, { site }: AccountOptions, status: number, page: Page) =>
  sendPlain(reply, site, status, page)

/** Runs before the body is read: a form from another site is no press of our button. */
function refuseOthers(options: AccountOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (isSameOrigin(request, options.publicUrl())) return
    request.refusal = 'other-origin'
    return send(reply, options, 403, answerPage(accountPages.otherOrigin))
  }
}
