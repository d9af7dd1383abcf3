import { testEmail } from '#letters/account-letters.ts'
import { type RequestingMember, sendAtOnce } from '#server/features/letter-desk/service.ts'
import { invalid } from '#server/lib/auth/refusal.ts'
import type { TestLetterResult } from '#shared/contract/letter-previews.ts'
import { senderDomain, setSender } from './check-sender.ts'
import { type CheckResult, good, mustFix, text } from './found.ts'
import { keepMailProof } from './queries.ts'
import type { CheckContext, ReadyRoutesOptions } from './types.ts'

/** Checks that an owner confirmed a test email with this mail server and sender. */
export async function checkMail(look: CheckContext): Promise<CheckResult> {
  const { mailServer, sender } = look.settings
  if (mailServer === null) {
    return mustFix(
      'folder',
      'No mail server is set: emails are saved to a folder and not sent.',
      'Set SMTP_URL to your mail server. See docs/mail.md.',
    )
  }
  if (!senderDomain(look)) {
    return mustFix('sender', text`The sender is ${sender}, which is not a real address.`, setSender)
  }
  const { mail_proof: proof } = await look.facts()
  if (!proof) {
    return mustFix(
      'unproven',
      'No test email has been confirmed yet.',
      'At /desk/ready, send yourself a test email and enter the code from it.',
    )
  }
  const at = new Date(proof.at).toISOString()
  const isSame = proof.server === mailServer && proof.sender === sender
  if (isSame) return good(text`A test email arrived and was confirmed on ${at}.`)
  return mustFix(
    'changed',
    text`A test email arrived on ${at}, but the mail server or the sender has changed since.`,
    'Send another test email to yourself.',
  )
}

/** Thirty characters that are easy to tell apart. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const day = 86_400_000

type MailCodeOptions = Pick<ReadyRoutesOptions, 'cipher' | 'settings' | 'clock'>

/**
 * The owner's code for the given day. The code is computed from the mail server and sender, so it needs no storage and
 * is valid only for this combination. If an owner knows the code, the email has arrived.
 */
function codeOf(
  { cipher, settings: { mailServer, sender } }: MailCodeOptions,
  owner: string,
  dayNumber: number,
): string {
  const digest = cipher.mac('mail proof', JSON.stringify([owner, mailServer, sender, dayNumber]))
  return Array.from(Buffer.from(digest, 'base64url').subarray(0, 8), (byte) => alphabet[byte % alphabet.length]).join(
    '',
  )
}

export async function sendMailProof(options: ReadyRoutesOptions, owner: RequestingMember): Promise<TestLetterResult> {
  const { clock, limits, mailer, publicUrl } = options
  await limits.consumeFor('letter_test', owner.id)
  const code = codeOf(options, owner.id, Math.floor(clock() / day)).replace(/^.{4}/, '$&-')
  const siteUrl = publicUrl()
  const link = `${siteUrl}/desk/ready?code=${code}`
  return sendAtOnce({ mailer, clock }, testEmail({ to: owner.email, code, link, siteUrl }))
}

/** Accepts today's or yesterday's code as proof that the email arrived. */
export async function confirmMailProof(
  options: ReadyRoutesOptions,
  owner: RequestingMember,
  code: string,
): Promise<void> {
  const { database, clock, settings } = options
  const today = Math.floor(clock() / day)
  const isOurs = [today, today - 1].some((one) => codeOf(options, owner.id, one) === code)
  if (!isOurs || settings.mailServer === null) {
    throw invalid('This code is not from a test email sent today or yesterday. Send a new test email.')
  }
  await keepMailProof(database, owner.claims, settings.mailServer, settings.sender)
}
