import { mailboxOf } from '#server/lib/mail/mailer.ts'
import { askOwnData } from './queries.ts'
import { sealedFor } from './token.ts'
import type { OwnDataStore } from './types.ts'

export { sendOwnData } from './letter.ts'

/**
 * Queues a link for an address in lower case. Whether there are data about it is looked up only after the answer, so
 * that known and unknown addresses take the same time.
 */
export async function askForLink({ database, clock, cipher }: OwnDataStore, address: string): Promise<void> {
  const mailbox = cipher.mac('throttle', mailboxOf(address))
  await askOwnData(database, { sealed: await cipher.seal(sealedFor, address), mailbox, now: clock() })
}
