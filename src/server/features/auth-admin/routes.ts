import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readAddress } from '#server/features/auth-codes/service.ts'
import { bearerClaims, requireAdmin } from '#server/features/auth-sessions/service.ts'
import { readBody } from '#server/lib/auth/body.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { redirectTarget } from '#server/lib/auth/redirect-target.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { adminDeletion, inviteBody, linkBody } from '#shared/contract/auth-admin.ts'
import { readChange, uuid } from './person-body.ts'
import {
  changePerson,
  createPerson,
  deleteFactorOf,
  deletePasskeyOf,
  deletePerson,
  generateLink,
  invitePerson,
  listFactorsOf,
  listPeople,
  passkeysOf,
  publicSettings,
  readPerson,
  requireInviter,
} from './service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner who invites; null where the service role does. */
    inviter: string | null
  }
}

const pageSize = { usual: 50, most: 1000 } as const

export async function adminRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  app.get('/settings', async () => publicSettings(context))
  app.get('/health', async () => ({
    version: 'backline',
    name: 'GoTrue',
    description: 'Backline speaks the interface of GoTrue',
  }))
  app.post('/sso', async () => {
    throw new AuthRefusal('saml_provider_disabled', 'SAML 2.0 is disabled')
  })
  refuseAll(app, ['/oauth/authorizations/*', '/user/oauth/grants'], 'OAuth server is disabled')
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      const claims = await bearerClaims(context.keys, request.headers)
      await decide(context.database, (tx) => requireAdmin(tx, context, claims))
    })
    addPeople(scope, context)
    addLinks(scope, context)
    refuseAll(scope, ['/admin/oauth/*'], 'OAuth server is disabled')
    refuseAll(scope, ['/admin/custom-providers', '/admin/custom-providers/*'], 'Providers are a setting here')
  })
  await app.register(async (scope) => {
    scope.decorateRequest('inviter', null)
    scope.addHook('onRequest', async (request) => {
      request.inviter = await requireInviter(context, await bearerClaims(context.keys, request.headers))
    })
    addInvitations(scope, context)
  })
}

/** Refuses calls that the client has and this service does not offer. */
function refuseAll(app: FastifyInstance, paths: readonly string[], why: string): void {
  const handler = async () => {
    throw new AuthRefusal('feature_disabled', why)
  }
  for (const url of paths) app.route({ method: ['GET', 'POST', 'PUT', 'DELETE'], url, handler })
}

function addPeople(app: FastifyInstance, context: AuthContext): void {
  app.get('/admin/users', async (request, reply) => {
    const { page, size } = readPage(request.query as Record<string, unknown>)
    const { users, total } = await listPeople(context, page, size)
    const last = Math.max(1, Math.ceil(total / size))
    // `page` comes first, since the client takes the number after the first equals sign.
    const link = (to: number, rel: string) =>
      `</auth/v1/admin/users?page=${to}&per_page=${size}>; rel="${rel}"`
    const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
    reply.headers({ 'x-total-count': String(total), link: links.join(', ') })
    return { users, aud: 'authenticated' }
  })
  app.post('/admin/users', async (request) => {
    const person = readChange(request.body)
    if (person.email === '') throw invalid('A user needs an email')
    return createPerson(context, person)
  })
  app.get('/admin/users/:id', async (request) => readPerson(context, idOf(request, 'id')))
  app.put('/admin/users/:id', async (request) => {
    const id = idOf(request, 'id')
    const change = readChange(request.body)
    if (change.id !== '' && change.id !== id) throw invalid('id cannot be changed')
    return changePerson(context, id, change)
  })
  app.delete('/admin/users/:id', async (request) => {
    const { should_soft_delete: softly } = readBody(adminDeletion, request.body)
    await deletePerson(context, idOf(request, 'id'), softly ?? false)
    return {}
  })
  app.get('/admin/users/:id/factors', async (request) => listFactorsOf(context, idOf(request, 'id')))
  app.delete('/admin/users/:id/factors/:factor', async (request) =>
    deleteFactorOf(context, idOf(request, 'id'), idOf(request, 'factor')),
  )
  app.get('/admin/users/:id/passkeys', async (request) => passkeysOf(context, idOf(request, 'id')))
  app.delete('/admin/users/:id/passkeys/:passkey', async (request, reply) => {
    await deletePasskeyOf(context, idOf(request, 'id'), idOf(request, 'passkey'))
    return reply.code(204).send()
  })
}

/** Where a link leads in the end: an allowed address, whatever was asked for. */
function targetOf(context: AuthContext, request: FastifyRequest, fromBody = ''): string {
  const { redirect_to: fromQuery } = request.query as { redirect_to?: unknown }
  const site = { publicUrl: context.publicUrl(), redirectUrls: context.settings.redirectUrls }
  return redirectTarget({ redirectTo: fromQuery ?? fromBody }, site)
}

function addInvitations(app: FastifyInstance, context: AuthContext): void {
  app.post('/invite', async (request) => {
    const { email, data } = readBody(inviteBody, request.body)
    const { inviter } = request
    const redirectTo = targetOf(context, request)
    const { user } = await invitePerson(context, { email, data, inviter, redirectTo })
    return user
  })
}

function addLinks(app: FastifyInstance, context: AuthContext): void {
  app.post('/admin/generate_link', async (request) => {
    const body = readBody(linkBody, request.body)
    return generateLink(context, {
      type: body.type,
      email: readAddress(body.email),
      newEmail: body.new_email === '' ? '' : readAddress(body.new_email),
      password: body.password,
      data: body.data,
      redirectTo: targetOf(context, request, body.redirect_to),
    })
  })
}

function idOf({ params }: FastifyRequest, name: 'id' | 'factor' | 'passkey'): string {
  const id = (params as Record<string, string>)[name] ?? ''
  if (!uuid.test(id)) throw invalid(`${name} must be a UUID`, 404)
  return id.toLowerCase()
}

/** The client sends an empty text for what its caller left out. */
function readPage(query: Record<string, unknown>): { page: number; size: number } {
  const read = (name: string, usual: number) => {
    const text = query[name] ?? ''
    if (text === '') return usual
    if (typeof text !== 'string' || !/^[1-9]\d{0,8}$/.test(text))
      throw invalid(`${name} must be a number from 1 on`)
    return Number(text)
  }
  const size = read('per_page', pageSize.usual)
  if (size > pageSize.most) throw invalid(`per_page must be at most ${pageSize.most}`)
  return { page: read('page', 1), size }
}
