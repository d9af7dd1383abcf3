import { randomUUID } from 'node:crypto'
import { currentAddressLetter, inviteLetter, newAddressLetter, recoveryLetter } from '#letters/account-letters.ts'
import type { UserRow } from '#server/features/auth-accounts/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import type { AccountLetter } from '#server/lib/auth/queries.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { mailboxOf } from '#server/lib/mail/mailer.ts'
import { countHit, type Throttle } from '#server/lib/throttle/queries.ts'
import { issueCode } from './codes.ts'
import { type CodeKind, type EmailLimitKind, recordSent } from './queries.ts'

interface EmailRequest {
  /** The email address in lower case. */
  email: string
  /** The final target of the link, which `redirectTarget` has checked. */
  redirectTo: string
}

export interface VisitorEmailRequest extends EmailRequest {
  /** The IP address of the client, as rate limits count it. */
  client: string
}

const letters = {
  invite: { kind: 'confirmation', type: 'invite', write: inviteLetter },
  recovery: { kind: 'recovery', type: 'recovery', write: recoveryLetter },
  newAddress: { kind: 'email_change_new', type: 'email_change', write: newAddressLetter },
  currentAddress: { kind: 'email_change_current', type: 'email_change', write: currentAddressLetter },
} as const satisfies Record<string, { kind: CodeKind; type: string; write: unknown }>

/**
 * Writes a code and the email that contains it. If there is no user, the same work is done, but the email is never
 * sent.
 */
export async function writeLetter(
  tx: Transaction,
  context: AuthContext,
  name: keyof typeof letters,
  user: UserRow | null,
  asked: EmailRequest & { newAddress?: string },
): Promise<AccountLetter & { link: string }> {
  const { kind, type, write } = letters[name]
  const { settings, clock } = context
  const isInvitation = name === 'invite'
  const seconds = isInvitation ? settings.inviteHours * 3600 : settings.codeSeconds
  const userId = user?.id ?? randomUUID()
  const issued = await issueCode(tx, context, { userId, kind, address: asked.email, seconds })
  await recordSent(tx, userId, kind, new Date(clock()))
  const link = confirmationLink(context, { token: issued.token, type, redirectTo: asked.redirectTo })
  const letter = write({
    to: asked.email,
    siteUrl: context.publicUrl(),
    link,
    // No page asks an invited user for digits.
    code: isInvitation ? null : issued.code,
    expires: seconds,
    newAddress: asked.newAddress ?? '',
  })
  return { letter, link, userId: user?.id ?? null, endsAt: clock() + seconds * 1000 }
}

/** Links to a page with a button, because mail scanners open links before people do. Never uses the Host header. */
function confirmationLink(
  { publicUrl }: Pick<AuthContext, 'publicUrl'>,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): string {
  const query = String(new URLSearchParams({ token, type, redirect_to: redirectTo }))
  // A query can contain these characters unescaped, so that users can read where the link leads.
  return `${publicUrl()}/account/confirm?${query.replaceAll('%3A', ':').replaceAll('%2F', '/')}`
}

/** The caller who requests an email; each email counts toward the caller's rate limit. */
type EmailRequester =
  /** A visitor's IP address, as rate limits count it. */
  | { client: string }
  /** A signed-in user who requests an email for their own account. */
  | { person: string }
  | { owner: string }
  /** The operator's command, or a program with a service-role token. */
  | 'operator'

type EmailLimitContext = Pick<AuthContext, 'cipher' | 'clock' | 'settings'>

/** The number of emails, of all kinds, that visitors can request for one mailbox per hour. */
const mailsPerMailbox = 20

/**
 * Counts one email of this kind to this email address. Throws if the rate limit is reached. A visitor's request is
 * counted before the lookup and even if the account does not exist, so that the response does not reveal accounts. Each
 * visitor has a separate rate limit, so that emails to unknown addresses do not use up another visitor's rate limit.
 */
export async function countEmail(
  tx: Transaction,
  context: EmailLimitContext,
  kind: EmailLimitKind,
  address: string,
  asker: EmailRequester,
): Promise<void> {
  const { cipher, settings } = context
  const { mailsPerClient, mailEverySeconds: seconds } = settings
  const take = async (throttle: Throttle, key: string) => {
    const wait = await countHit(tx, throttle, key, context.clock())
    if (wait > 0) throw emailRateLimitRefusal(wait)
  }
  if (typeof asker === 'string' || !('client' in asker)) {
    const { name, hits, key } = rateLimitOf(asker, settings)
    await take({ name, hits, seconds: 3600 }, key)
    // These requests have a separate rate limit, because visitors' requests could use up a shared rate limit.
    await take({ name: `own mail ${kind}`, hits: 1, seconds }, cipher.mac('throttle', address.toLowerCase()))
    return
  }
  const mailbox = cipher.mac('throttle', mailboxOf(address))
  await take({ name: 'client mails', hits: mailsPerClient, seconds: 3600 }, cipher.mac('throttle', asker.client))
  await take({ name: `mail ${kind}`, hits: 1, seconds }, mailbox)
  await take({ name: 'mailbox mails', hits: mailsPerMailbox, seconds: 3600 }, mailbox)
}

function rateLimitOf(
  asker: Exclude<EmailRequester, { client: string }>,
  { mailsPerHour, mailsPerClient }: EmailLimitContext['settings'],
): { name: string; hits: number; key: string } {
  if (asker === 'operator') return { name: 'operator mails', hits: mailsPerHour, key: 'operator' }
  if ('owner' in asker) return { name: 'owner mails', hits: mailsPerHour, key: asker.owner }
  return { name: 'person mails', hits: mailsPerClient, key: asker.person }
}

const emailRateLimitRefusal = (seconds: number) =>
  new AuthRefusal(
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { retryAfter: seconds },
  )
