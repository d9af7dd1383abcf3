import { openSession } from '#server/features/auth-sessions/service.ts'
import { type AuthContext, decide } from '#server/lib/auth/context.ts'
import type { SignInClient } from '#server/lib/auth/conventions.ts'
import { assertPassword } from '#server/lib/auth/input.ts'
import { queueAccountLetters } from '#server/lib/auth/queries.ts'
import { messageRedirect, redirectTarget, refusalRedirect, sessionRedirect } from '#server/lib/auth/redirects.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { hashPassword } from '#server/lib/crypto/passwords.ts'
import { type SessionBody, type VerifyType, verifyTypes } from '#shared/contract/auth.ts'
import { lookUpToken } from './codes.ts'
import { kindsOf, type VerificationRequest, verifyProof } from './verification.ts'

type RedemptionResult = { session: SessionBody } | { half: string }

/** Exchanges a link or code for a session, or for the message that the other mailbox must confirm too. */
export async function redeem(
  context: AuthContext,
  asked: VerificationRequest & { client: SignInClient },
): Promise<RedemptionResult> {
  return decide<RedemptionResult>(context.database, async (tx) => {
    const proven = await verifyProof(tx, context, asked)
    if (proven instanceof AuthRefusal) return proven
    await queueAccountLetters(tx, context, proven.letters)
    if ('half' in proven) return { half: proven.half }
    return { session: await openSession(tx, context, proven.user, proven.method, asked.client) }
  })
}

interface LinkRequest {
  token: string
  /** The type that the link names; it can be any string. */
  type: string
  /** The redirect target, which `redirectTarget` has checked. */
  redirectTo: string
  client: SignInClient
}

/** Returns the redirect target of an opened link; the target contains tokens, a next step or a refusal. */
export async function openLink(context: AuthContext, link: LinkRequest): Promise<string> {
  const opened = await redeemToLocation(context, link)
  return 'half' in opened ? messageRedirect(link.redirectTo, opened.half) : opened.location
}

/**
 * Used by the page with the button. Returns the redirect target or the message that the page shows. An invited user can
 * send a password, which is checked before the link is used. `redirectTo` comes from the link and is not checked yet.
 */
export async function redeemLink(
  context: AuthContext,
  opened: Omit<LinkRequest, 'redirectTo'> & { redirectTo: string | null; password?: string },
): Promise<{ location: string } | { message: string } | { passwordFault: string }> {
  const { password, type, token } = opened
  const redirectTo = redirectTarget({ redirectTo: opened.redirectTo }, context.publicUrl())
  const link = { ...opened, redirectTo }
  let passwordHash: string | undefined
  if (password !== undefined && type === 'invite') {
    const email = await decide(context.database, async (tx) => {
      const pending = await lookUpToken(tx, context, token, kindsOf.invite)
      return pending?.address
    })
    const fault = await passwordFault(password, email)
    if (fault !== null) return { passwordFault: fault }
    passwordHash = await hashPassword(password)
  }
  const followed = await redeemToLocation(context, link, passwordHash)
  return 'half' in followed ? { message: followed.half } : followed
}

async function passwordFault(password: string, email: string | undefined): Promise<string | null> {
  try {
    await assertPassword(password, email === undefined ? {} : { email })
    return null
  } catch (error) {
    if (error instanceof AuthRefusal) return error.message
    throw error
  }
}

async function redeemToLocation(
  context: AuthContext,
  { token, type, redirectTo, client }: LinkRequest,
  passwordHash?: string,
): Promise<{ location: string } | { half: string }> {
  try {
    if (token === '') throw invalid('Verify requires a token')
    const asked = { shown: { token }, type: readType(type), ...(passwordHash && { passwordHash }) }
    const redeemed = await redeem(context, { ...asked, client })
    if ('half' in redeemed) return redeemed
    // In Supabase, an invited user has no password yet, so the desk must know whether to ask for one.
    const password = passwordHash ? 'set' : undefined
    return { location: sessionRedirect(redirectTo, redeemed.session, { type, password }) }
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return { location: refusalRedirect(redirectTo, error, { inQuery: false }) }
  }
}

export function readType(asked: string): VerifyType {
  const type = verifyTypes.find((each) => each === asked)
  if (!type) throw invalid(`Verify requires a type, one of ${verifyTypes.join(', ')}`)
  return type
}
