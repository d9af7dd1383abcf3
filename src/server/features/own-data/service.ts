import { mailboxOf } from '#server/lib/mail/mailbox.ts'
import { askOwnData } from './queries.ts'
import { sealedFor } from './token.ts'
import type { OwnDataStore } from './types.ts'

export { sendOwnData } from './letter.ts'

/**
 * Notes that somebody asks for a link to what is kept under an address, which is in lower case. Whether anything is, nobody
 * looks before the answer is out: known and unknown addresses cost the same.
 */
export async function askForLink({ database, clock, cipher }: OwnDataStore, address: string): Promise<void> {
  const mailbox = cipher.mac('throttle', mailboxOf(address))
  await askOwnData(database, { sealed: await cipher.seal(sealedFor, address), mailbox, now: clock() })
}
