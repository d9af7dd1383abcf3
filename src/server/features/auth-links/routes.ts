import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerClaims } from '#server/features/auth-sessions/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { readSignInClient } from '#server/lib/auth/conventions.ts'
import { assertPhone, readEmailAddress, refusePhone, refusePkce } from '#server/lib/auth/input.ts'
import { redirectTarget } from '#server/lib/auth/redirects.ts'
import { AuthRefusal, invalid, readBody, withMinimumDuration } from '#server/lib/auth/refusal.ts'
import { relyingParty } from '#server/lib/crypto/passkey.ts'
import { clientAddress } from '#server/lib/rate-limit/limits.ts'
import {
  inviteBody,
  otpBody,
  type RecoverBody,
  recoverBody,
  resendBody,
  signUpBody,
  type VerifyType,
  verifyBody,
  verifyQuery,
} from '#shared/contract/auth.ts'
import { resendEmailChange, resendSignUp, sendRecovery } from './email-requests.ts'
import type { VisitorEmailRequest } from './emails.ts'
import { invitePerson, requireInviter } from './invitations.ts'
import { openLink, readType, redeem } from './redemption.ts'

/** Routes for links, codes and invitations, and refusals of requests for features that this server does not have. */
export async function linkRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  const targetOf = (request: FastifyRequest) => targetFor(context, request)
  const mailTo = (request: FastifyRequest, body: RecoverBody): VisitorEmailRequest => {
    refusePkce(body)
    return {
      email: readEmailAddress(body.email),
      redirectTo: targetOf(request),
      client: clientAddress(request.ip),
    }
  }

  app.post('/signup', async (request) => {
    const { email, phone, password } = readBody(signUpBody, request.body)
    if (!email && !phone && !password) {
      throw new AuthRefusal('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    }
    throw new AuthRefusal('signup_disabled', 'Signups not allowed for this instance')
  })

  for (const path of ['/otp', '/magiclink']) {
    app.post(path, async (request) => {
      const { phone } = readBody(otpBody, request.body)
      if (phone) refusePhone(phone)
      throw new AuthRefusal('email_provider_disabled', 'Login with magic link is disabled')
    })
  }

  app.post('/recover', async (request) => {
    const body = readBody(recoverBody, request.body)
    const asked = mailTo(request, body)
    await withMinimumDuration(context, () => sendRecovery(context, asked))
    return {}
  })

  app.post('/resend', async (request) => {
    const body = readBody(resendBody, request.body)
    const resend = resendOf(body.type, body)
    const asked = mailTo(request, body)
    await withMinimumDuration(context, () => resend(context, asked))
    return {}
  })

  app.post('/verify', async (request) => {
    const body = readBody(verifyBody, request.body)
    const type = readType(body.type)
    const client = readSignInClient(request.headers)
    const redeemed = await redeem(context, { shown: proofIn(type, body), type, client })
    return 'half' in redeemed ? { msg: redeemed.half, code: '200' } : redeemed.session
  })

  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const { token, type } = readBody(verifyQuery, request.query)
    const link = { token, type, redirectTo: targetOf(request) }
    return reply.redirect(await openLink(context, { ...link, client: readSignInClient(request.headers) }), 303)
  })

  // A program that only checks a link must not use up the link.
  app.head('/verify', async (_request, reply) => reply.code(204).send())

  app.post('/invite', async (request) => {
    const inviter = await requireInviter(context, await bearerClaims(context.keys, request.headers))
    const { email, data } = readBody(inviteBody, request.body)
    const { redirect_to: asked } = request.query as { redirect_to?: unknown }
    const redirectTo = redirectTarget({ redirectTo: asked }, context.publicUrl())
    const { user } = await invitePerson(context, { email, data, inviter, redirectTo })
    return user
  })

  app.get('/settings', async () => publicSettings(context))
  app.get('/health', async () => ({
    version: '1',
    name: 'GoTrue',
    description: 'This server speaks the interface of GoTrue',
  }))
  app.post('/sso', async () => {
    throw new AuthRefusal('saml_provider_disabled', 'SAML 2.0 is disabled')
  })
  refuseAll(app, ['/oauth/authorizations/*', '/user/oauth/grants'], 'OAuth server is disabled')
  refuseAll(app, ['/admin/*'], 'Members are invited and managed in the desk')
}

function targetFor({ publicUrl }: AuthContext, request: FastifyRequest): string {
  const { redirect_to: inHeader, referer } = request.headers
  const { redirect_to: inQuery } = request.query as { redirect_to?: unknown }
  return redirectTarget({ redirectTo: inHeader ?? inQuery, referer }, publicUrl())
}

const resends = { signup: resendSignUp, email_change: resendEmailChange } as const

function resendOf(type: string, { email, phone }: { email: string; phone: string }) {
  const ofPhone = type === 'sms' || type === 'phone_change'
  if (!ofPhone && type !== 'signup' && type !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (email && phone) throw invalid('Only an email address or phone number should be provided')
  if (ofPhone && phone) return refusePhone(phone)
  if (ofPhone || !email) throw invalid(`Type provided requires ${ofPhone ? 'a phone number' : 'an email address'}`)
  return resends[type]
}

interface VerifyFields {
  email: string
  phone: string
  token: string
  token_hash: string
  redirect_to: string
}

/** Reads either a link's token, or digits and the mailbox that received them. */
function proofIn(type: VerifyType, { email, phone, token, token_hash: hash, redirect_to: redirectTo }: VerifyFields) {
  if (hash) {
    if (email || phone || redirectTo) throw invalid('Only the token_hash and type should be provided')
    return { token: hash }
  }
  if (!token) throw invalid('Verify requires a token or a token hash')
  if (email && phone) throw invalid('Only an email address or phone number should be provided on verify')
  if (!email && !phone) throw invalid('Only an email address or phone number should be provided on verify')
  if (email) return { address: readEmailAddress(email), code: token }
  assertPhone(phone)
  if (type !== 'sms' && type !== 'phone_change') throw invalid('Invalid sms verification type')
  return { address: phone, code: token }
}

/** Refuses requests from the client library for features that this server does not offer. */
function refuseAll(app: FastifyInstance, paths: readonly string[], why: string): void {
  const handler = async () => {
    throw new AuthRefusal('feature_disabled', why)
  }
  for (const url of paths) app.route({ method: ['GET', 'POST', 'PUT', 'DELETE'], url, handler })
}

/** Public information about how members sign in. */
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
