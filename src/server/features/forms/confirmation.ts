import type { Clock } from '#server/lib/clock.ts'
import { openLinkKey, signLinkKey } from '#server/lib/crypto/link-key.ts'
import type { SecretBox } from '#server/lib/crypto/secret-box.ts'
import type { Database } from '#server/lib/db/database.ts'
import { writeConfirmation } from './queries.ts'

/** What the key is for: it says that a row came from whoever reads the letter, and opens nothing. */
const purpose = 'row confirmed'

/** Whoever sent it waits for the letter. A week leaves room for a mail server that was away. */
const goodFor = 7 * 24 * 3600 * 1000

export interface Confirming {
  database: Database
  clock: Clock
  box: Pick<SecretBox, 'key'>
}

/** The link of the letter that asks. `received`: milliseconds since 1970. */
export const confirmationLink = async (
  box: Pick<SecretBox, 'key'>,
  siteUrl: string,
  id: string,
  received: number,
): Promise<string> =>
  `${siteUrl}/forms/confirm?key=${await signLinkKey(box, purpose, id, received + goodFor)}`

/** The row that a key is about; null for whatever is no key. */
export const openConfirmation = ({ box, clock }: Confirming, key: unknown): Promise<string | null> =>
  openLinkKey(box, purpose, key, clock())

/** From now on it counts, with everything else that waited for the same word. False when it is gone. */
export const confirmRow = ({ database }: Confirming, id: string): Promise<boolean> =>
  database.transaction('backline_call_page', {}, (tx) => writeConfirmation(tx, id))
