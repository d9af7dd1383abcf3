import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import { insertLetter } from './queries.ts'

export interface AccountLetter {
  letter: Letter
  /** Null where no account exists. Such a letter is never sent, and takes as long as one that is. */
  userId: string | null
  /** When its link or code expires, in milliseconds since 1970. Null for news. */
  endsAt: number | null
}

/** Letters without an account are sealed for another purpose and thrown away, which takes the same time. */
const purpose = 'letter'

/** Writes letters into the outbox, in the transaction of their cause. They are sealed because they contain keys. */
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

/** Rejects a letter that another key has sealed. */
export async function openLetter(cipher: Pick<SecretCipher, 'open'>, sealed: string): Promise<Letter> {
  return JSON.parse(await cipher.open(purpose, sealed)) as Letter
}

/** A letter without a link or a code, which never expires. */
export const news = (letter: Letter, userId: string): AccountLetter => ({ letter, userId, endsAt: null })
