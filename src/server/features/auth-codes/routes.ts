import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readPkce } from '#server/features/auth-flows/service.ts'
import { readBody } from '#server/lib/auth/body.ts'
import { clientOf } from '#server/lib/auth/client.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { hashTime, withMinimumTime } from '#server/lib/auth/minimum-time.ts'
import { redirectTarget } from '#server/lib/auth/redirect-target.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { clientAddress } from '#server/lib/rate-limit/client-address.ts'
import {
  otpBody,
  recoverBody,
  resendBody,
  signUpBody,
  type VerifyType,
  verifyBody,
  verifyQuery,
} from '#shared/contract/auth-codes.ts'
import { assertPhone, readAddress, refusePhone } from './address.ts'
import { sendMagicLink } from './magic-link.ts'
import { sendRecovery } from './recovery.ts'
import { openLink, readType, redeem } from './redemption.ts'
import { resendEmailChange, resendSignUp } from './resending.ts'
import type { StrangersRequest } from './sending.ts'
import { assertOpen, signUp } from './signup.ts'

type Challenge = Parameters<typeof readPkce>[0]

/** Sign-up, and everything that works by a link or a code in a mail. */
export async function codeRoutes(app: FastifyInstance, context: AuthContext): Promise<void> {
  const targetOf = (request: FastifyRequest) => targetFor(context, request)
  const mailTo = (request: FastifyRequest, body: Challenge & { email: string }): StrangersRequest => ({
    email: readAddress(body.email),
    redirectTo: targetOf(request),
    pkce: readPkce(body),
    client: clientAddress(request.ip),
  })

  app.post('/signup', async (request) => {
    const body = readBody(signUpBody, request.body)
    const { email, phone, password, data } = body
    const client = clientOf(request.headers)
    // An empty address beside a password is a slip, and no request for an anonymous account.
    if (!email && !phone && !password)
      throw new AuthRefusal('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    assertOpen(context)
    if (email && phone) throw invalid('Only an email address or phone number should be provided on signup.')
    if (!password) throw invalid('Signup requires a valid password')
    if (!email && !phone) throw invalid('An email address or phone number should be provided on signup.')
    const asked = phone ? refuseTelephone(phone, body) : mailTo(request, body)
    return withMinimumTime(context, () => signUp(context, { ...asked, password, data, by: client }), hashTime)
  })

  for (const path of ['/otp', '/magiclink']) {
    app.post(path, async (request) => {
      const body = readBody(otpBody, request.body)
      const { create_user: createUser, data } = body
      assertOneAddress(body)
      if (body.channel) throw invalid('Channel should only be specified with Phone OTP')
      const asked = mailTo(request, body)
      await withMinimumTime(context, () => sendMagicLink(context, { ...asked, createUser, data }))
      return {}
    })
  }

  app.post('/recover', async (request) => {
    const body = readBody(recoverBody, request.body)
    const asked = mailTo(request, body)
    await withMinimumTime(context, () => sendRecovery(context, asked))
    return {}
  })

  app.post('/resend', async (request) => {
    const body = readBody(resendBody, request.body)
    const resend = resendOf(body.type, body)
    const asked = mailTo(request, body)
    await withMinimumTime(context, () => resend(context, asked))
    return {}
  })

  app.post('/verify', async (request) => {
    const body = readBody(verifyBody, request.body)
    const type = readType(body.type)
    const client = clientOf(request.headers)
    const redeemed = await redeem(context, { shown: shownIn(type, body), type, direct: true, client })
    if ('half' in redeemed) return { msg: redeemed.half, code: '200' }
    return 'session' in redeemed ? redeemed.session : redeemed
  })

  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const { token, type } = readBody(verifyQuery, request.query)
    const link = { token, type, redirectTo: targetOf(request) }
    return reply.redirect(await openLink(context, { ...link, client: clientOf(request.headers) }), 303)
  })

  // A program that only looks whether a link is alive must not use it up.
  app.head('/verify', async (_request, reply) => reply.code(204).send())
}

function targetFor({ publicUrl, settings }: AuthContext, request: FastifyRequest): string {
  const { redirect_to: inHeader, referer } = request.headers
  const { redirect_to: inQuery } = request.query as { redirect_to?: unknown }
  const site = { publicUrl: publicUrl(), redirectUrls: settings.redirectUrls }
  return redirectTarget({ redirectTo: inHeader ?? inQuery, referer }, site)
}

function refuseTelephone(phone: string, challenge: Challenge): never {
  if (readPkce(challenge)) throw invalid('PKCE is not supported for phone signups')
  return refusePhone(phone)
}

function assertOneAddress(body: Challenge & { email: string; phone: string }): void {
  const { email, phone } = body
  if (email && phone) throw invalid('Only an email address or phone number should be provided')
  if (phone) refuseTelephone(phone, body)
  if (!email) throw invalid('One of email or phone must be set')
}

const resends = { signup: resendSignUp, email_change: resendEmailChange } as const

function resendOf(type: string, { email, phone }: { email: string; phone: string }) {
  const ofPhone = type === 'sms' || type === 'phone_change'
  if (!ofPhone && type !== 'signup' && type !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (email && phone) throw invalid('Only an email address or phone number should be provided')
  if (ofPhone && phone) return refusePhone(phone)
  if (ofPhone || !email)
    throw invalid(`Type provided requires ${ofPhone ? 'a phone number' : 'an email address'}`)
  return resends[type]
}

interface Verify {
  email: string
  phone: string
  token: string
  token_hash: string
  redirect_to: string
}

/** A link's token alone, or digits and the mailbox that they came to. */
function shownIn(
  type: VerifyType,
  { email, phone, token, token_hash: hash, redirect_to: redirectTo }: Verify,
) {
  if (hash) {
    if (email || phone || redirectTo) throw invalid('Only the token_hash and type should be provided')
    return { token: hash }
  }
  if (!token) throw invalid('Verify requires a token or a token hash')
  if (email && phone) throw invalid('Only an email address or phone number should be provided on verify')
  if (!email && !phone) throw invalid('Only an email address or phone number should be provided on verify')
  if (email) return { address: readAddress(email), code: token }
  assertPhone(phone)
  if (type !== 'sms' && type !== 'phone_change') throw invalid('Invalid sms verification type')
  return { address: phone, code: token }
}
