import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sampleData } from '#letters/samples.ts'
import type { Letter, LetterData } from '#letters/types.ts'
import { writeLetter } from '#letters/write-letter.ts'
import { bearerClaims } from '#server/features/auth-sessions/service.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { isDatabaseError } from '#server/lib/db/database.ts'
import type { DeliveryResult } from '#server/lib/mail/delivery.ts'
import { type Dkim, formatSender, type Letter as MailerLetter } from '#server/lib/mail/mailer.ts'
import {
  formatMailReason,
  type LetterPreview,
  type MailStatus,
  type TestLetterResult,
} from '#shared/contract/letter-previews.ts'
import type { SentLetterKind } from '#shared/contract/outbox.ts'
import { mayRead, readMe } from './queries.ts'
import type { LetterDeskOptions, RequestingMember } from './types.ts'

export type { RequestingMember } from './types.ts'

/** Milliseconds for which a test waits for the mail server's response. */
export const testMilliseconds = 20_000

/**
 * Returns an email from the outbox with current data, or the reason it would not be sent. Checks the caller's rights.
 */
export async function readOne(
  { database, read }: LetterDeskOptions,
  { claims }: RequestingMember,
  id: string,
): Promise<Letter | { dropped: string }> {
  const isSeen = await database.transaction('authenticated', { ...claims }, (tx) => mayRead(tx, id))
  if (!isSeen) throw new AuthRefusal('not_found', 'This email no longer exists.')
  const data = await read(id)
  return 'dropped' in data ? data : writeLetter(withoutSecret(data))
}

/** An email with sample data, so that the team sees each kind before a visitor receives it. */
export const readSample = (
  { clock, publicUrl, organizer, answersTo }: LetterDeskOptions,
  kind: SentLetterKind,
  to?: string,
): Promise<Letter> => {
  const house = { siteUrl: publicUrl(), organizer, answersTo: answersTo(), ...(to !== undefined && { to }) }
  return writeLetter(withoutSecret({ ...sampleData(kind, clock()), ...house }))
}

/** Sends a sample only to the caller's own email address. */
export async function sendTest(
  options: LetterDeskOptions,
  { id, email }: RequestingMember,
  kind: SentLetterKind,
): Promise<TestLetterResult> {
  await options.limits.consumeFor('letter_test', id)
  const letter = await readSample(options, kind, email)
  return sendAtOnce(options, { ...letter, subject: `Test: ${letter.subject}` })
}

/** Sends an email in one attempt while the caller waits, and returns the result. */
export async function sendAtOnce(
  { mailer, clock }: Pick<LetterDeskOptions, 'mailer' | 'clock'>,
  letter: MailerLetter,
): Promise<TestLetterResult> {
  const giveUp = new AbortController()
  const sent = await Promise.race([
    mailer.send(letter, { id: randomUUID(), date: new Date(clock()), signal: giveUp.signal }),
    sleep(testMilliseconds, undefined, { signal: giveUp.signal }).then(() => mailServerSilent),
  ]).finally(() => giveUp.abort())
  return sent.state === 'sent'
    ? { to: letter.to, sent: true, reason: null, isDoubtful: false }
    : { to: letter.to, sent: false, reason: sent.reason, isDoubtful: sent.isDoubtful }
}

const mailServerSilent = {
  state: 'missed',
  reason: formatMailReason('ETIMEDOUT', 'the mail server did not respond'),
  isDoubtful: true,
  isFinal: false,
  isGeneral: true,
} as const satisfies DeliveryResult

/** Tells owners how the server sends email, but leaves out the user name and password in `SMTP_URL`. */
export function mailStatusOf(config: {
  smtpUrl: string | null
  mailFrom: string
  dkim: Pick<Dkim, 'domain'> | null
}): MailStatus {
  const { smtpUrl, mailFrom, dkim } = config
  return {
    server: smtpUrl === null ? null : new URL(smtpUrl).host,
    get sender() {
      return formatSender(mailFrom)
    },
    signedBy: dkim?.domain ?? null,
  }
}

/**
 * Replaces the secret in the link to the visitor's page, so that members who preview the email cannot move or cancel a
 * call in the visitor's name.
 */
const previewToken = 'not-in-a-preview'

const withoutSecret = (data: LetterData): LetterData =>
  'callLink' in data ? { ...data, callLink: `${data.siteUrl}/?call=${previewToken}` } : data

export const viewOf = ({ kind, to, subject, text, calendar }: Letter): LetterPreview => ({
  kind,
  to,
  subject,
  text,
  calendar: calendar?.text ?? null,
})

/** The policy of a preview: inline styles only, no requests, no scripts, and only the desk may frame it. */
export const pagePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ')

/**
 * The email as a page whose links do nothing: they would open new windows, which the sandbox forbids. `look` forces one
 * of the email's two color schemes, regardless of the device's setting.
 */
export function pageOf({ html }: Letter, look: 'light' | 'dark'): string {
  const always = look === 'dark' ? '(min-width:0)' : '(max-width:0)'
  const coloured = html.replace(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g, always)
  return coloured.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
}

type StaffCheckOptions = Pick<LetterDeskOptions, 'database' | 'keys'>

const forbidden = () => new AuthRefusal('insufficient_aal', 'Your role does not allow this.', { status: 403 })

/**
 * Returns the caller if they are a member with two-step verification. Checks both conditions in the database each time.
 */
export async function requireStaff(
  { database, keys }: StaffCheckOptions,
  authorization?: string,
): Promise<RequestingMember> {
  const claims = await bearerClaims(keys, authorization === undefined ? {} : { authorization })
  if (claims.role !== 'authenticated') throw forbidden()
  const { id, email, role } = await database
    .transaction('authenticated', { ...claims }, readMe)
    .catch((error: unknown) => {
      throw isDatabaseError(error) && error.code === '42501' ? over() : error
    })
  if (role === null) throw forbidden()
  return { id, email, role, claims }
}

const over = () => new AuthRefusal('session_not_found', 'Your session has ended.', { status: 401 })

export function requireOwner({ role }: RequestingMember): void {
  if (role !== 'owner') throw forbidden()
}

export function requireWorker({ role }: RequestingMember): void {
  if (role === 'viewer') throw forbidden()
}
