import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { authConventions } from '#server/lib/auth/conventions.ts'
import { AuthRefusal, readBody } from '#server/lib/auth/refusal.ts'
import { letterPageFields, testLetterRequest } from '#shared/contract/letter-previews.ts'
import { type SentLetterKind, sentLetterKinds } from '#shared/contract/outbox.ts'
import {
  pageOf,
  pagePolicy,
  readOne,
  readSample,
  requireOwner,
  requireStaff,
  requireWorker,
  sendTest,
  testMilliseconds,
  viewOf,
} from './service.ts'
import type { LetterDeskOptions } from './types.ts'

const missing = () => new AuthRefusal('not_found', 'This email does not exist.')

/**
 * The requests that only the server can handle: rendering an email, and sending a test email. The data API lists the
 * emails. The routes follow the conventions of the auth service, because the desk uses both.
 */
export async function letterDeskRoutes(app: FastifyInstance, options: LetterDeskOptions): Promise<void> {
  authConventions(app)
  const staff = (request: FastifyRequest) => requireStaff(options, request.headers.authorization)

  app.get('/status', async (request) => {
    await staff(request).then(requireOwner)
    return options.status
  })

  app.get('/samples/:kind', async (request) => {
    await staff(request)
    return viewOf(await readSample(options, kindOf((request.params as { kind: string }).kind)))
  })

  app.get('/:id', async (request) => {
    const looker = await staff(request)
    const letter = await readOne(options, looker, idOf((request.params as { id: string }).id))
    return 'dropped' in letter ? letter : viewOf(letter)
  })

  app.post('/test', { handlerTimeout: testMilliseconds + 10_000 }, async (request) => {
    const looker = await staff(request)
    requireWorker(looker)
    return sendTest(options, looker, readBody(testLetterRequest, request.body).kind)
  })

  await app.register((scope) => pageRoute(scope, options))
}

/**
 * The email as a page for a frame in the desk. A form requests the page with the token as a field, because a frame
 * cannot send headers, and a token in a URL would be logged. The desk's content security policy forbids the inline
 * styles that emails need, so the email needs its own page.
 */
async function pageRoute(app: FastifyInstance, options: LetterDeskOptions): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  )
  app.post('/page', async (request, reply) => {
    const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const looker = await requireStaff(options, `Bearer ${fields.get(letterPageFields.token) ?? ''}`)
    const sample = fields.get(letterPageFields.sample)
    const letter = sample
      ? await readSample(options, kindOf(sample))
      : await readOne(options, looker, idOf(fields.get(letterPageFields.id) ?? ''))
    if ('dropped' in letter) throw missing()
    const look = fields.get(letterPageFields.look) === 'dark' ? 'dark' : 'light'
    return reply
      .header('content-security-policy', pagePolicy)
      .type('text/html; charset=utf-8')
      .send(pageOf(letter, look))
  })
}

function idOf(id: string): string {
  if (v.is(v.pipe(v.string(), v.uuid()), id)) return id
  throw missing()
}

function kindOf(text: string): SentLetterKind {
  const kind = sentLetterKinds.find((known) => known === text)
  if (kind) return kind
  throw missing()
}
