import formBody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type FormName, formKinds } from '#content/form-kinds.ts'
import { forms } from '#content/forms.ts'
import { answerPage, emptyFormPage, receivedPage, refusedPage, type TypedValues } from '#plain/form-pages.tsx'
import type { Page } from '#plain/page.tsx'
import { type SiteSource, sendPlain } from '#server/features/pages/service.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { isSameOrigin, preferredHourCycle } from '#server/lib/http/request-origin.ts'
import { privatePageHeaders, readResult, redirectToResult } from '#server/lib/http/stored-form.ts'
import { isTransient, retryAfter } from '#server/lib/overload.ts'
import { TooManyRequests } from '#server/lib/rate-limit/limits.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { formatDuration } from '#shared/lib/local-time.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { type FormServices, type StoredForm, submitForm } from './service.ts'

export interface FormOptions extends FormServices {
  clock: Clock
  cipher: Pick<SecretCipher, 'seal' | 'open'>
  site: SiteSource
  publicUrl: () => string
}

/** The two forms for visitors without JavaScript, and the pages that the server sends in response. */
export async function formRoutes(app: FastifyInstance, options: FormOptions): Promise<void> {
  await app.register(formBody)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  for (const name of Object.keys(formKinds) as FormName[]) addForm(app, options, name)
}

function addForm(app: FastifyInstance, options: FormOptions, name: FormName): void {
  const kindOf = formKinds[name]
  const send = (reply: FastifyReply, status: number, page: Page) => sendPlain(reply, options.site, status, page)

  /** The request is already stored, so the response must not fail if the available times cannot be found. */
  const freeTimesOf = async (path: string | null) => {
    try {
      return path === null ? null : await options.freeTimes(path)
    } catch (error) {
      app.log.error({ err: error }, 'loading available slots failed')
      return null
    }
  }

  app.get(`/${name}`, (_request, reply) =>
    send(reply, 200, emptyFormPage(name, kindOf(), { opened: String(options.clock()), form_id: randomId() })),
  )

  const received = `/forms/${name}/received`
  app.get(`/${name}/received`, async (request, reply) => {
    const stored = await readResult<StoredForm>(request, options.cipher, received)
    if (!stored) return reply.redirect(`/forms/${name}`, 303)
    reply.headers(privatePageHeaders)
    return send(reply, 200, receivedPage(kindOf(), stored, await freeTimesOf(stored.page)))
  })

  app.post(`/${name}`, {
    onRequest: async (request, reply) => {
      if (isSameOrigin(request, options.publicUrl())) return
      request.refusal = 'other-origin'
      await send(reply, 403, answerPage({ title: kindOf().failure, text: forms.kept }))
      return reply
    },
    handler: async (request, reply) => {
      const kind = kindOf()
      const typed = readTyped(request.body)
      try {
        const submission = await submitForm(options, kind, typed, {
          hourCycle: preferredHourCycle(request),
          ip: request.ip,
        })
        if (submission === 'over') {
          request.refusal = 'over'
          const next = { ...typed, form_id: randomId() }
          return await send(reply, 409, refusedPage({ name, kind, typed: next }, { note: forms.sentBefore }))
        }
        if ('reference' in submission) return await redirectToResult(reply, options.cipher, received, submission)
        request.refusal = `fields: ${submission.refused.length}`
        return await send(reply, 422, refusedPage({ name, kind, typed, refused: submission.refused }))
      } catch (error) {
        if (error instanceof TooManyRequests) {
          request.refusal = 'HTTP429'
          reply.header('retry-after', error.retryAfter)
          const note = forms.tooMany.text(formatDuration(error.retryAfter))
          return send(reply, 429, refusedPage({ name, kind, typed }, { note }))
        }
        request.log.error({ err: error }, 'form submission failed')
        const status = isTransient(error) ? 503 : 500
        if (status === 503) reply.header('retry-after', retryAfter)
        return send(reply, status, refusedPage({ name, kind, typed }, { reference: request.id }))
      }
    },
  })
}

/**
 * Returns the fields as text; converts the CRLF line breaks of a posted form to LF, which a script would send. Our form
 * never sends a field twice; if a field has several values, the values are joined and validated as one value.
 */
function readTyped(body: unknown): TypedValues {
  const entries = Object.entries((body ?? {}) as Record<string, string | string[]>)
  return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat().join(', ').replaceAll('\r\n', '\n')]))
}
