import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import { insertLetter } from './queries.ts'

/** A letter about an account, not yet posted. */
export interface AccountLetter {
  letter: Letter
  /** Whose account; null for nobody's. Such a letter is never sent, and costs as much as one that is. */
  userId: string | null
  /** When it is of no more use, in milliseconds since 1970: a link or a code in it is over then. Null for news. */
  endsAt: number | null
}

/**
 * The purpose that letters are sealed for. A letter to nobody is sealed for another one and thrown away, so that it
 * takes the same time.
 */
const purpose = 'letter'

/** Writes letters into the outbox, in the transaction of their cause. Sealed, since they quote keys. */
export async function postLetters(
  tx: Transaction,
  { cipher }: { cipher: Pick<SecretCipher, 'seal'> },
  letters: readonly AccountLetter[],
): Promise<void> {
  for (const { letter, userId, endsAt } of letters) {
    const sealed = await cipher.seal(userId === null ? 'no letter' : purpose, JSON.stringify(letter))
    await insertLetter(tx, { userId, kind: letter.kind, sealed, endsAt })
  }
}

/** The letter as it was posted. Rejects what another key has sealed. */
export async function openLetter(cipher: Pick<SecretCipher, 'open'>, sealed: string): Promise<Letter> {
  return JSON.parse(await cipher.open(purpose, sealed)) as Letter
}

/** News for somebody who has an address. */
export const news = (letter: Letter, userId: string): AccountLetter => ({ letter, userId, endsAt: null })
