import formBody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { forms } from '#content/forms.ts'
import { type SiteSource, sendPlain } from '#server/features/pages/service.ts'
import type { Store } from '#server/features/rest/service.ts'
import type { Html } from '#server/lib/http/html.ts'
import { isPassing, retryAfter } from '#server/lib/http/passing.ts'
import { isSameOrigin } from '#server/lib/http/same-origin.ts'
import { TooManyRequests } from '#server/lib/rate-limit/too-many-requests.ts'
import { durationInWords } from '#shared/lib/duration.ts'
import { type FormKind, type KindName, kinds } from './kinds.ts'
import { answerPage, blankPage, receivedPage, refusedPage } from './pages.ts'
import { submit, type Typed } from './service.ts'

export interface FormOptions extends Store {
  site: SiteSource
  publicUrl: () => string
}

/** The two forms for visitors without JavaScript: a page to fill in, and a page that answers it. */
export async function formRoutes(app: FastifyInstance, options: FormOptions): Promise<void> {
  await app.register(formBody)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  for (const [name, kind] of Object.entries(kinds) as [KindName, FormKind][])
    addForm(app, options, name, kind)
}

function addForm(app: FastifyInstance, options: FormOptions, name: KindName, kind: FormKind): void {
  const send = (reply: FastifyReply, status: number, title: string, body: Html) =>
    sendPlain(reply, options.site, status, title, body)

  app.get(`/${name}`, (_request, reply) =>
    send(reply, 200, kind.title, blankPage(name, kind, options.clock())),
  )

  app.post(`/${name}`, {
    onRequest: async (request, reply) => {
      if (isSameOrigin(request, options.publicUrl())) return
      request.refusal = 'other-origin'
      await send(reply, 403, kind.failure, answerPage(forms[`${name}Refused`]))
      return reply
    },
    handler: async (request, reply) => {
      const typed = readTyped(request.body)
      try {
        const submission = await submit(options, kind, typed)
        if ('reference' in submission) {
          return await send(reply, 201, kind.received.title, receivedPage(kind, submission))
        }
        request.refusal = `fields: ${submission.refused.length}`
        return await send(reply, 422, kind.failure, refusedPage(name, kind, typed, submission.refused))
      } catch (error) {
        if (error instanceof TooManyRequests) {
          request.refusal = 'HTTP429'
          reply.header('retry-after', error.retryAfter)
          const note = forms.tooMany.text(durationInWords(error.retryAfter))
          return send(reply, 429, kind.failure, refusedPage(name, kind, typed, [], { note }))
        }
        request.log.error({ err: error }, 'form not stored')
        const status = isPassing(error) ? 503 : 500
        if (status === 503) reply.header('retry-after', retryAfter)
        return send(
          reply,
          status,
          kind.failure,
          refusedPage(name, kind, typed, [], { reference: request.id }),
        )
      }
    },
  })
}

/**
 * Fields as text, with the line ends that script would have sent: a posted form has CR and LF. A field sent twice
 * is no longer what our form sends: its values are joined, and judged as they are.
 */
function readTyped(body: unknown): Typed {
  const entries = Object.entries((body ?? {}) as Record<string, string | string[]>)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, [value].flat().join(', ').replaceAll('\r\n', '\n')]),
  )
}
