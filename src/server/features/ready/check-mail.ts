import { mailProofLetter } from '#letters/account-letters.ts'
import { type Looker, sendAtOnce } from '#server/features/letter-desk/service.ts'
import { invalid } from '#server/lib/auth/refusal.ts'
import type { TestAnswer } from '#shared/contract/letter-desk.ts'
import { senderDomain, setSender } from './check-sender.ts'
import { type Found, good, mend, text } from './found.ts'
import { keepMailProof } from './queries.ts'
import type { Look, ReadyRoutesOptions } from './types.ts'

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

/** Thirty characters that look different from each other. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const day = 86_400_000

type Options = Pick<ReadyRoutesOptions, 'cipher' | 'settings' | 'clock'>

/**
 * The owner's code for one day, computed from mail server and sender: nothing has to be stored, and it is not valid for
 * another server or sender. An owner who knows it has received the letter.
 */
function codeOf(
  { cipher, settings: { mailServer, sender } }: Options,
  owner: string,
  dayNumber: number,
): string {
  const digest = cipher.mac('mail proof', JSON.stringify([owner, mailServer, sender, dayNumber]))
  return Array.from(
    Buffer.from(digest, 'base64url').subarray(0, 8),
    (byte) => alphabet[byte % alphabet.length],
  ).join('')
}

export async function sendMailProof(options: ReadyRoutesOptions, owner: Looker): Promise<TestAnswer> {
  const { clock, limits, mailer, publicUrl } = options
  await limits.consumeFor('letter_test', owner.id)
  const code = codeOf(options, owner.id, Math.floor(clock() / day)).replace(/^.{4}/, '$&-')
  const siteUrl = publicUrl()
  const link = `${siteUrl}/desk/ready?code=${code}`
  return sendAtOnce({ mailer, clock }, mailProofLetter({ to: owner.email, code, link, siteUrl }))
}

/** Accepts a code of today or yesterday as proof that the letter arrived. */
export async function confirmMailProof(
  options: ReadyRoutesOptions,
  owner: Looker,
  code: string,
): Promise<void> {
  const { database, clock, settings } = options
  const today = Math.floor(clock() / day)
  const isOurs = [today, today - 1].some((one) => codeOf(options, owner.id, one) === code)
  if (!isOurs || settings.mailServer === null) {
    throw invalid('This is not the code of a letter that we sent you by this mail server since yesterday.')
  }
  await keepMailProof(database, owner.claims, settings.mailServer, settings.sender)
}
