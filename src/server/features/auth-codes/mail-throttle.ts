import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { takeHit } from '#server/lib/throttle/throttle.ts'
import type { MailKind } from './types.ts'

/**
 * Counts one mail of this kind to this address, and of the whole server. Throws when it is too early. Addresses
 * without an account count alike, before anybody looks whether there is one: the answer must not tell.
 */
export async function takeMail(
  tx: Transaction,
  { box, clock, settings }: Pick<AuthContext, 'box' | 'clock' | 'settings'>,
  kind: MailKind,
  address: string,
): Promise<void> {
  const { mailEverySeconds, mailsPerHour, autoconfirm } = settings
  const each = { name: `mail ${kind}`, hits: 1, seconds: mailEverySeconds }
  const now = clock()
  const wait = await takeHit(tx, each, box.mac('throttle', address.toLowerCase()), now)
  if (wait > 0) throw tooMany(wait)
  if (autoconfirm) return
  const all = await takeHit(tx, { name: 'mails', hits: mailsPerHour, seconds: 3600 }, 'all', now)
  if (all > 0) throw tooMany(all)
}

const tooMany = (seconds: number) =>
  new AuthRefusal(
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { retryAfter: seconds },
  )
