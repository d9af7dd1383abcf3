import { mailProofLetter } from '#letters/account-letters.ts'
import { type Looker, sendAtOnce } from '#server/features/letter-desk/service.ts'
import { invalid } from '#server/lib/auth/refusal.ts'
import type { TestAnswer } from '#shared/contract/letter-desk.ts'
import { keepMailProof } from './queries.ts'
import type { ReadyRoutesOptions } from './types.ts'

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
