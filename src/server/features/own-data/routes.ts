import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { ownDataLink } from '#content/documents.ts'
import { ownData, ownDataFile } from '#content/own-data.ts'
import { answerPage } from '#plain/form-pages.tsx'
import { erasedPage, invalidLinkPage, linkRequestedPage, openLinkPage, requestLinkPage } from '#plain/own-data.tsx'
import type { Page } from '#plain/page.tsx'
import { sendPlain } from '#server/features/pages/service.ts'
import { withMinimumDuration } from '#server/lib/auth/refusal.ts'
import { attachment } from '#server/lib/http/headers.ts'
import { isSameOrigin, preferredHourCycle } from '#server/lib/http/request-origin.ts'
import { preparePrivatePages, readResult, redirectToResult } from '#server/lib/http/stored-form.ts'
import { isTransient, retryAfter } from '#server/lib/overload.ts'
import { email } from '#shared/contract/fields.ts'
import { messageLimits } from '#shared/contract/form-rules.ts'
import { pageOf } from './pages.ts'
import { type Erasure, eraseOwnData, exportOwnData, findLinkState, findOwnData } from './queries.ts'
import { askForLink, type OwnDataOptions, readToken } from './service.ts'

const { href: path } = ownDataLink

const addressSchema = email(messageLimits.email)

/**
 * Through an emailed link, visitors view, download and erase the data stored about their email address. Opening the
 * link shows and changes nothing, because mail scanners open links before people do. A button posts the token.
 */
export async function ownDataRoutes(app: FastifyInstance, options: OwnDataOptions): Promise<void> {
  await preparePrivatePages(app)
  const { database, clock } = options

  app.get(path, async (request, reply) => {
    const { key } = request.query as { key?: unknown }
    if (key === undefined) return send(reply, options, 200, requestPage(options))
    const token = readToken(key)
    const state = token ? await findLinkState(database, token, clock()) : null
    return state === 'open' ? send(reply, options, 200, openLinkPage(token)) : refuse(request, reply, options, state)
  })

  app.post(path, {
    onRequest: refuseOtherOrigin(options),
    handler: async (request, reply) => {
      // The response is sent after the minimum time, whether or not there is data.
      const refused = await withMinimumDuration(options, () => requestLink(request, reply, options))
      return refused ? send(reply, options, ...refused) : reply.redirect(`${path}/asked`, 303)
    },
  })

  app.post(`${path}/open`, {
    onRequest: refuseOtherOrigin(options),
    handler: async (request, reply) => show(request, reply, options),
  })

  app.post(`${path}/file`, {
    onRequest: refuseOtherOrigin(options),
    handler: async (request, reply) => {
      const token = readToken(fieldOf(request, 'key'))
      const person = token ? await exportOwnData(database, token, clock()) : null
      if (!person) return refuseToken(request, reply, options, token)
      const name = ownDataFile(new Date(clock()).toISOString().slice(0, 10))
      return reply
        .header('content-disposition', attachment(name))
        .type('application/json; charset=utf-8')
        .send(`${JSON.stringify(person, null, 2)}\n`)
    },
  })

  app.post(`${path}/erase`, {
    onRequest: refuseOtherOrigin(options),
    handler: async (request, reply) => {
      if (fieldOf(request, 'sure') !== 'yes') return show(request, reply, options, true)
      const token = readToken(fieldOf(request, 'key'))
      const gone = token ? await eraseOwnData(database, token, clock()) : null
      if (!gone) return refuseToken(request, reply, options, token)
      return redirectToResult(reply, options.cipher, `${path}/erased`, gone)
    },
  })

  app.get(`${path}/asked`, (_request, reply) => send(reply, options, 200, linkRequestedPage()))

  app.get(`${path}/erased`, async (request, reply) => {
    const gone = await readResult<Erasure>(request, options.cipher, `${path}/erased`)
    return gone ? send(reply, options, 200, erasedPage(gone)) : reply.redirect(path, 303)
  })

  // Redirects visitors who open a URL that only accepts submitted forms.
  for (const step of ['open', 'file', 'erase']) {
    app.get(`${path}/${step}`, (_request, reply) => reply.redirect(path, 303))
  }
}

const requestPage = ({ sendsMail }: OwnDataOptions): Page =>
  sendsMail ? requestLinkPage() : answerPage(ownData.noMail)

/**
 * Sends a link, or says why no link can be sent. The response is the same whether or not there is data about the email
 * address.
 */
async function requestLink(
  request: FastifyRequest,
  reply: FastifyReply,
  options: OwnDataOptions,
): Promise<[status: number, page: Page] | null> {
  if (!options.sendsMail) return [503, requestPage(options)]
  const typed = fieldOf(request, 'email')
  const address = v.safeParse(addressSchema, typed)
  if (!address.success) {
    request.refusal = 'email'
    return [422, requestLinkPage({ typed, error: ownData.ask.refused })]
  }
  try {
    await askForLink(options, address.output.toLowerCase())
  } catch (error) {
    request.log.error({ err: error }, 'storing data-link request failed')
    if (isTransient(error)) reply.header('retry-after', retryAfter)
    return [isTransient(error) ? 503 : 500, answerPage(ownData.failed)]
  }
  return null
}

/** Shows all data. `isUnsure` is true if the visitor pressed the erase button but did not check the box. */
async function show(request: FastifyRequest, reply: FastifyReply, options: OwnDataOptions, isUnsure = false) {
  const token = readToken(fieldOf(request, 'key'))
  const found = token ? await findOwnData(options.database, token, options.clock()) : null
  if (!found) return refuseToken(request, reply, options, token)
  const page = pageOf(found.person, {
    token,
    now: options.clock(),
    deskZone: found.desk_zone,
    hourCycle: preferredHourCycle(request),
    isUnsure,
  })
  return send(reply, options, isUnsure ? 422 : 200, page)
}

async function refuseToken(request: FastifyRequest, reply: FastifyReply, options: OwnDataOptions, token: string) {
  const state = token ? await findLinkState(options.database, token, options.clock()) : null
  return refuse(request, reply, options, state === 'erased' ? 'erased' : null)
}

function refuse(request: FastifyRequest, reply: FastifyReply, options: OwnDataOptions, state: 'erased' | null) {
  request.refusal = state ?? 'broken'
  return send(reply, options, state ? 410 : 404, invalidLinkPage(state ? ownData.over : ownData.broken))
}

/**
 * Runs before the body is read. Refuses forms submitted from other sites, because the visitor did not press our button.
 */
const refuseOtherOrigin = (options: OwnDataOptions) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (isSameOrigin(request, options.publicUrl())) return
  request.refusal = 'other-origin'
  return send(reply, options, 403, answerPage(ownData.otherOrigin))
}

function fieldOf({ body }: FastifyRequest, name: string): string {
  const value = (body as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

const send = (reply: FastifyReply, { site }: OwnDataOptions, status: number, page: Page) =>
  sendPlain(reply, site, status, page)
