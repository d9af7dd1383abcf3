import type { Send } from '#server/features/outbox/service.ts'
import { openLetter } from '#server/lib/auth/letters.ts'
import type { SecretBox } from '#server/lib/crypto/secret-box.ts'
import type { Letter, Mailer } from '#server/lib/mail/mailer.ts'

/** Opens letters about accounts and sends them as they were written. */
export function sendAccountLetters({
  box,
  mailer,
}: {
  box: Pick<SecretBox, 'open'>
  mailer: Pick<Mailer, 'send'>
}): Send {
  return async ({ id, createdAt, sealed }, signal) => {
    if (sealed === null) return { state: 'dropped', reason: 'its text is gone' }
    let letter: Letter
    try {
      letter = await openLetter(box, sealed)
    } catch {
      return {
        state: 'missed',
        reason: 'ESEALED: another key has sealed it',
        isDoubtful: false,
        isFinal: true,
      }
    }
    return mailer.send(letter, { id, date: new Date(createdAt), signal })
  }
}
