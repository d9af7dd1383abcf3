import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { mailboxOf } from '#server/lib/mail/mailer.ts'
import { type Throttle, takeHit } from '#server/lib/throttle/throttle.ts'
import type { MailKind } from './types.ts'

/** The caller who has a mail sent, whose budget it comes out of. */
export type Asker =
  /** A stranger at this address, as limits count it. */
  | { client: string }
  /** A signed-in person, about their own account. */
  | { person: string }
  /** An owner who invites people. */
  | { owner: string }
  /** The operator's command, or a program with a token of the service role. */
  | 'operator'

type Tools = Pick<AuthContext, 'cipher' | 'clock' | 'settings'>

/** What strangers may send to one mailbox in an hour, of all kinds. */
const mailsPerMailbox = 20

/**
 * Counts one mail of this kind to this address. Throws when it is too early. A stranger's request counts the same
 * whether or not there is an account, and before anybody looks, so that the answer does not tell. Strangers share no
 * budget: a mail to nobody costs nobody theirs.
 */
export async function takeMail(
  tx: Transaction,
  context: Tools,
  kind: MailKind,
  address: string,
  asker: Asker,
): Promise<void> {
  const { cipher, settings } = context
  const { mailsPerClient, mailEverySeconds: seconds } = settings
  const take = async (throttle: Throttle, key: string) => {
    const wait = await takeHit(tx, throttle, key, context.clock())
    if (wait > 0) throw tooMany(wait)
  }
  if (typeof asker === 'string' || !('client' in asker)) {
    const { name, hits, key } = budgetOf(asker, settings)
    await take({ name, hits, seconds: 3600 }, key)
    // Counted separately from what strangers ask for, because they could use it up.
    await take({ name: `own mail ${kind}`, hits: 1, seconds }, cipher.mac('throttle', address.toLowerCase()))
    return
  }
  const mailbox = cipher.mac('throttle', mailboxOf(address))
  await take(
    { name: 'client mails', hits: mailsPerClient, seconds: 3600 },
    cipher.mac('throttle', asker.client),
  )
  await take({ name: `mail ${kind}`, hits: 1, seconds }, mailbox)
  await take({ name: 'mailbox mails', hits: mailsPerMailbox, seconds: 3600 }, mailbox)
}

function budgetOf(
  asker: Exclude<Asker, { client: string }>,
  { mailsPerHour, mailsPerClient }: Tools['settings'],
): { name: string; hits: number; key: string } {
  if (asker === 'operator') return { name: 'operator mails', hits: mailsPerHour, key: 'operator' }
  if ('owner' in asker) return { name: 'owner mails', hits: mailsPerHour, key: asker.owner }
  return { name: 'person mails', hits: mailsPerClient, key: asker.person }
}

const tooMany = (seconds: number) =>
  new AuthRefusal(
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { retryAfter: seconds },
  )
