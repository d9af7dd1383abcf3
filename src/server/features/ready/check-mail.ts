import { senderDomain, setSender } from './check-sender.ts'
import { type Found, good, mend, text } from './found.ts'
import type { Look } from './types.ts'

/** Whether a letter sent by this mail server from this address was confirmed to arrive. */
export async function checkMail(look: Look): Promise<Found> {
  const { mailServer, sender } = look.settings
  if (mailServer === null) {
    return mend(
      'folder',
      'No mail server is set: letters are laid into a folder, and nobody gets them.',
      'Set SMTP_URL to a mail server that takes your letters. docs/mail.md says how.',
    )
  }
  if (!senderDomain(look)) {
    return mend('sender', text`Letters come from ${sender}, which is nobody’s address.`, setSender)
  }
  const { mail_proof: proof } = await look.facts()
  if (!proof) {
    return mend(
      'unproven',
      'Nobody has seen yet that a letter arrives.',
      'Have one sent to yourself at /desk/ready, and type in the code that stands in it.',
    )
  }
  const at = new Date(proof.at).toISOString()
  const isSame = proof.server === mailServer && proof.sender === sender
  if (isSame) return good(text`A letter arrived, as confirmed on ${at}.`)
  return mend(
    'changed',
    text`A letter arrived on ${at}, by another mail server or from another address than now.`,
    'Have one sent to yourself again.',
  )
}
