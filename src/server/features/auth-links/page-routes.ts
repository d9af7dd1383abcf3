import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountPages, confirmPages } from '#content/account-pages.ts'
import { confirmPage, ownerCreatedPage, ownerPage } from '#plain/account-pages.tsx'
import { answerPage } from '#plain/form-pages.tsx'
import type { Page } from '#plain/page.tsx'
import { type SiteSource, sendPlain } from '#server/features/pages/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { readSignInClient } from '#server/lib/auth/conventions.ts'
import { redirectTarget } from '#server/lib/auth/redirects.ts'
import { isSameOrigin } from '#server/lib/http/request-origin.ts'
import { preparePrivatePages, readResult, redirectToResult } from '#server/lib/http/stored-form.ts'
import { createOwner } from './owner.ts'
import { redeemLink } from './redemption.ts'

interface EmailLinkFields {
  token: string
  type: keyof typeof confirmPages
  /** The link's final target, not yet checked; null if the link has no target. */
  redirectTo: string | null
}

interface AccountPagesContext {
  site: SiteSource
  auth: AuthContext
}

/**
 * The pages that links in emails open; they work without JavaScript. Only pressing the button changes anything, because
 * mail scanners open links before people do. The URL of a page contains a token, which only the browser and the server
 * may know.
 */
export async function accountRoutes(app: FastifyInstance, options: AccountPagesContext): Promise<void> {
  await preparePrivatePages(app)
  addConfirm(app, options)
  addOwner(app, options)
}

function addConfirm(app: FastifyInstance, options: AccountPagesContext): void {
  const { auth } = options

  /** Only this page needs its own content security policy, because its form can lead to another site. */
  async function sendConfirm(reply: FastifyReply, status: number, link: EmailLinkFields, fault?: string) {
    const { plain, ...rest } = await options.site()
    // Chromium also applies `form-action` to redirects after a form is sent.
    const { origin } = new URL(redirectTarget(link, auth.publicUrl()))
    const csp =
      origin === auth.publicUrl() ? plain.csp : plain.csp.replace("form-action 'self'", (self) => `${self} ${origin}`)
    const page = confirmPage(link, fault)
    return sendPlain(reply, async () => ({ ...rest, plain: { ...plain, csp } }), status, page)
  }

  app.get('/confirm', async (request, reply) => {
    const link = readLink(request.query)
    if (!link) return send(reply, options, 400, answerPage(accountPages.incomplete))
    return sendConfirm(reply, 200, link)
  })

  app.get('/accepted', async (request, reply) => {
    const shown = await readResult<{ text: string }>(request, auth.cipher, '/account/accepted')
    if (!shown) return send(reply, options, 400, answerPage(accountPages.incomplete))
    return send(reply, options, 200, answerPage({ title: accountPages.accepted, ...shown }))
  })

  app.post('/confirm', {
    onRequest: refuseOtherOrigins(options),
    handler: async (request, reply) => {
      const link = readLink(request.body)
      if (!link) return send(reply, options, 400, answerPage(accountPages.incomplete))
      const isInvitation = link.type === 'invite'
      const redeemed = await redeemLink(auth, {
        ...link,
        client: readSignInClient(request.headers),
        ...(isInvitation && { password: field(request.body, 'password') }),
      })
      if ('location' in redeemed) return reply.redirect(redeemed.location, 303)
      if ('message' in redeemed) {
        return redirectToResult(reply, auth.cipher, '/account/accepted', { text: redeemed.message })
      }
      request.refusal = 'password'
      return sendConfirm(reply, 422, link, redeemed.passwordFault)
    },
  })
}

function addOwner(app: FastifyInstance, options: AccountPagesContext): void {
  app.get('/owner/created', (_request, reply) => send(reply, options, 200, ownerCreatedPage()))

  app.get('/owner', async (request, reply) => {
    const token = readToken(request.query)
    if (!token) return send(reply, options, 400, answerPage(accountPages.ownerIncomplete))
    return send(reply, options, 200, ownerPage({ token, email: '' }))
  })

  app.post('/owner', {
    onRequest: refuseOtherOrigins(options),
    handler: async (request, reply) => {
      const token = readToken(request.body)
      if (!token) return send(reply, options, 400, answerPage(accountPages.ownerIncomplete))
      const email = field(request.body, 'email').trim()
      const outcome = await createOwner(options.auth, {
        token,
        email,
        password: field(request.body, 'password'),
      })
      if ('done' in outcome) return reply.redirect('/account/owner/created', 303)
      const { fault, sentence } = outcome
      request.refusal = fault
      if (fault === 'token') {
        return send(reply, options, 403, answerPage({ title: accountPages.ownerOver, text: sentence }))
      }
      return send(reply, options, 422, ownerPage({ token, email }, { fault, sentence }))
    },
  })
}

const send = (reply: FastifyReply, { site }: AccountPagesContext, status: number, page: Page) =>
  sendPlain(reply, site, status, page)

/** Refuses forms from other sites, where the user did not press our button. Runs before the body is read. */
function refuseOtherOrigins(options: AccountPagesContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (isSameOrigin(request, options.auth.publicUrl())) return
    request.refusal = 'other-origin'
    return send(reply, options, 403, answerPage(accountPages.otherOrigin))
  }
}

/** The format of a token: at least 128 bits, in base64url or hexadecimal digits. */
const tokenShape = /^[\w-]{22,200}$/

const longestTarget = 2048

/** A field's value as a string; empty if the field is missing or was sent twice. */
function field(fields: unknown, name: string): string {
  const value = (fields as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

function readToken(fields: unknown): string | null {
  const token = field(fields, 'token')
  return tokenShape.test(token) ? token : null
}

/** The link in the fields of a query or a form; null if the link is incomplete. */
function readLink(fields: unknown): EmailLinkFields | null {
  const token = readToken(fields)
  const type = field(fields, 'type')
  const redirectTo = field(fields, 'redirect_to')
  if (!token || !isLinkType(type) || redirectTo.length > longestTarget) return null
  return { token, type, redirectTo: redirectTo || null }
}

const isLinkType = (type: string): type is EmailLinkFields['type'] => Object.hasOwn(confirmPages, type)
