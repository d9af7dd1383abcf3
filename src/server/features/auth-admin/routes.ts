import type { FastifyInstance } from 'fastify'
import { bearerClaims } from '#server/features/auth-sessions/service.ts'
import { readBody } from '#server/lib/auth/body.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { redirectTarget } from '#server/lib/auth/redirect-target.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { relyingParty } from '#server/lib/auth/relying-party.ts'
import { inviteBody } from '#shared/contract/auth-user.ts'
import { invitePerson, requireInviter } from './service.ts'

/** Invitations, and what the service says of itself and of the calls that it does not serve. */
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
  refuseAll(app, ['/admin/*'], 'Members are invited and managed in the desk')

  app.post('/invite', async (request) => {
    const inviter = await requireInviter(context, await bearerClaims(context.keys, request.headers))
    const { email, data } = readBody(inviteBody, request.body)
    const { redirect_to: asked } = request.query as { redirect_to?: unknown }
    const redirectTo = redirectTarget({ redirectTo: asked }, context.publicUrl())
    const { user } = await invitePerson(context, { email, data, inviter, redirectTo })
    return user
  })
}

/** Refuses calls that the client has and this service does not offer. */
function refuseAll(app: FastifyInstance, paths: readonly string[], why: string): void {
  const handler = async () => {
    throw new AuthRefusal('feature_disabled', why)
  }
  for (const url of paths) app.route({ method: ['GET', 'POST', 'PUT', 'DELETE'], url, handler })
}

/** What anyone may know of how members sign in here. */
function publicSettings({ settings, publicUrl }: Pick<AuthContext, 'settings' | 'publicUrl'>) {
  const providers = settings.providers.map(({ name }) => [name, true] as const)
  return {
    external: {
      ...Object.fromEntries(providers),
      email: true,
      phone: false,
      anonymous_users: false,
    },
    disable_signup: true,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: relyingParty(publicUrl()) !== null,
  }
}
