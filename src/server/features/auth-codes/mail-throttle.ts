import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { mailboxOf } from '#server/lib/mail/mailbox.ts'
import { type Throttle, takeHit } from '#server/lib/throttle/throttle.ts'
import type { MailKind } from './types.ts'

/** Who has a mail sent, and so whose budget it comes out of. */
export type Asker =
  /** A stranger at this address, as limits count it. A newcomer's mail goes to whichever mailbox they name. */
  | { client: string; isNewcomer: boolean }
  /** Somebody signed in, about their own account. */
  | { person: string }
  /** Somebody of the team, who asks people to join. */
  | { owner: string }
  /** Whoever holds the machine or a token of the service role. */
  | 'operator'

type Tools = Pick<AuthContext, 'cipher' | 'clock' | 'settings'>

/** What strangers may send to one mailbox in an hour, of all kinds. */
const mailsPerMailbox = 20

/**
 * Counts one mail of this kind to this address. Throws when it is too early. What a stranger asks for counts the same
 * whether or not there is an account, and before anybody looks: the answer must not tell. So nothing that strangers
 * share is counted by what is found, and what only accounts are sent is bounded by mailbox: a mail to nobody is then
 * no one else's.
 */
export async function takeMail(
  tx: Transaction,
  context: Tools,
  kind: MailKind,
  address: string,
  asker: Asker,
): Promise<void> {
  const { cipher, settings } = context
  const { mailsPerHour, mailsPerClient, mailEverySeconds: seconds, autoconfirm } = settings
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
  if (asker.isNewcomer && !autoconfirm) {
    await take({ name: 'mails', hits: mailsPerHour, seconds: 3600 }, 'all')
  }
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
