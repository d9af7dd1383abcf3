import { createTransport, type DKIMOptions, type SendMailOptions } from 'nodemailer'
import * as v from 'valibot'
import { senderName } from '#content/brand.ts'
import type { Log } from '#server/lib/log.ts'
import { email } from '#shared/contract/fields.ts'
import { formatMailReason } from '#shared/contract/letter-previews.ts'
import { writtenToFile } from '#shared/contract/outbox.ts'
import {
  classifyFailure,
  type Delivery,
  type DeliveryResult,
  folderDelivery,
  type HandoverTiming,
  handOver,
  type OutgoingLetter,
} from './delivery.ts'
import { readSmtpUrl, smtpDelivery } from './smtp.ts'

export interface Letter {
  /** The type of email as a slug, such as `invite`. No other part of the email is logged. */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** The address for replies, if it differs from the sender's address. */
  replyTo?: string
  /** For a member's reply: the ids (`LetterIdentity`) of the earlier emails, oldest first. */
  thread?: readonly string[]
  /** A calendar invitation (RFC 6047) and its method, which must match the method in `text`. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; text: string }
}

interface Sender {
  name: string
  address: string
}

/** An email that must not be sent. The message gives the reason, but does not quote the email. */
class BadLetter extends Error {}

/** RFC 5321 allows 256 characters for the path, including the angle brackets. */
const address = email(254)

/**
 * True for a single address without a name or line break. An address that passes this check cannot end a header or an
 * SMTP command.
 */
export const isPlainAddress = (text: string): boolean => text === text.trim() && v.is(address, text)

/** Reads `Name <address>` or an address without a name; null for any other string. */
export function readSender(text: string): Sender | null {
  const [, name = '', named = text] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? []
  return isPlainAddress(named) ? { name: name.trim(), address: named } : null
}

/** Adds the current name of the provider to a sender without a name. */
const named = (sender: Sender): Sender => ({ ...sender, name: sender.name || senderName() })

/** The sender as readers see it: `Name <address>`. */
export function formatSender(from: string): string {
  const sender = readSender(from)
  return sender ? `${named(sender).name} <${sender.address}>` : from
}

/** Identifies an email, no matter how often it is sent. */
interface LetterIdentity {
  /** The Message-ID without our domain. Mailboxes may recognize a duplicate by this id. */
  id: string
  date: Date
}

/** True for the value of a Message-ID header in printable ASCII, which cannot end a header. */
export const isHeaderId = (text: string): boolean => /^<[!-;=?-~]{1,300}>$/.test(text)

/** Returns the email in nodemailer's format. Addresses are passed as fields, so that nodemailer does not parse them. */
export function toMessage(letter: Letter, from: Sender, { id, date }: LetterIdentity): SendMailOptions {
  const { kind, to, subject, text, html, replyTo, calendar, thread } = letter
  if (!/^[a-z][a-z-]{0,39}$/.test(kind)) throw new BadLetter('the kind is not a slug')
  if (!/^[\w-]{1,64}$/.test(id)) throw new BadLetter('the id is not one word')
  if (!isPlainAddress(to)) throw new BadLetter('the recipient is not one plain address')
  if (replyTo !== undefined && !isPlainAddress(replyTo)) throw new BadLetter('the reply address is not valid')
  if (/\p{Cc}/u.test(subject)) throw new BadLetter('the subject is not one line')
  // The thread also contains the Message-IDs of the visitor's emails.
  if (!(thread ?? []).every((one) => isHeaderId(one) || /^[\w-]{1,64}$/.test(one)))
    throw new BadLetter('the thread contains an id that is not valid')
  const idOf = (one: string) => (isHeaderId(one) ? one : `<${one}@${from.address.split('@')[1]}>`)
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: from.address, to: [to] },
    // Mail programs would decode text that looks like an encoded word (RFC 2047). An invisible space makes nodemailer
    // encode the complete subject.
    subject: subject.replaceAll('=?', '=\u200b?'),
    text,
    html,
    ...(calendar && { icalEvent: invitation(calendar) }),
    date,
    messageId: idOf(id),
    ...(thread?.length && { inReplyTo: idOf(thread.at(-1) ?? ''), references: thread.map(idOf) }),
    // An email with this header receives no automatic replies, such as out-of-office notices (RFC 3834). An
    // email from a member does not have this header.
    headers: thread ? {} : { 'Auto-Submitted': 'auto-generated' },
  }
}

/**
 * Nodemailer sends the invitation twice: as an alternative, to which calendar programs let the recipient respond, and
 * as a file, for other programs. RFC 6047 requires the same method in the alternative's header and body.
 */
function invitation({ method, text }: NonNullable<Letter['calendar']>): SendMailOptions['icalEvent'] {
  const methods = text.match(/^METHOD:.*$/gm)
  if (methods?.length !== 1 || methods[0].trim() !== `METHOD:${method}`)
    throw new BadLetter('the invitation has another method')
  return { method, content: text, filename: 'invite.ics' }
}

const gmail = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the mailbox behind an email address, for counting: `ann+1@` and `ann+2@` both reach Ann. Most services treat
 * the text after a plus as a tag, Gmail ignores dots and has two domains, and all services ignore case. Use the mailbox
 * only for counting, where an error can at worst make two visitors share a rate limit. `private.mailbox_of` does the
 * same in the database.
 */
export function mailboxOf(address: string): string {
  const [, name = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(address.trim().toLowerCase()) ?? []
  if (name === '' || domain === '') return address.trim().toLowerCase()
  const untagged = name.replace(/(?<=.)\+.*$/s, '')
  return gmail.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** The key that signs emails for a domain (RFC 6376). */
export interface Dkim {
  domain: string
  selector: string
  /** The key in PEM format. */
  privateKey: string
}

/** Returns a function that turns an email into bytes for sending, and signs it if there is a key. */
function messageWriter(dkim: Dkim | null): (message: SendMailOptions) => Promise<Buffer> {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const signing: { dkim?: DKIMOptions } = dkim
    ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey } }
    : {}
  return async (message) => {
    const { message: bytes } = await transport.sendMail({ ...message, ...signing })
    if (!Buffer.isBuffer(bytes)) throw new TypeError('nodemailer returned no bytes')
    return bytes
  }
}

export interface Mailer {
  /**
   * Makes one attempt. The caller stores the email and retries with the same `id` and `date`, which identify the email.
   * `signal` can abort the attempt only before the last byte is sent. After the last byte, the receiver has up to ten
   * minutes to respond.
   */
  send(letter: Letter, how: LetterIdentity & { signal: AbortSignal }): Promise<DeliveryResult>
  /** Ends all attempts; called when the process ends. */
  close(): void
}

export interface MailerOptions {
  /** If null, emails are written into `folder`. */
  smtpUrl: string | null
  /** `Name <address>`, or an address, whose name is the provider's. */
  from: string
  folder: string
  dkim?: Dkim | null
  log: Log
  timing?: Partial<Timing>
}

/** All times are in milliseconds. */
interface Timing extends HandoverTiming {
  /** Maximum time before the server's greeting. */
  patience: number
}

const usual: Timing = { patience: 8000, attempt: 60_000, answer: 600_000 }

export function openMailer(options: MailerOptions): Mailer {
  const { smtpUrl, from, folder, dkim, log, timing } = options
  const phases = { ...usual, ...timing }
  const sender = wanted(readSender(from), 'The sender of emails is not a valid address.')
  const write = messageWriter(dkim ?? null)
  const delivery = smtpUrl === null ? folderDelivery(folder, log) : byServer(smtpUrl, phases)

  async function pack(letter: Letter, stamp: LetterIdentity): Promise<OutgoingLetter> {
    const bytes = await write(toMessage(letter, named(sender), stamp))
    return { ...stamp, kind: letter.kind, from: sender.address, to: letter.to, bytes }
  }

  return {
    async send(letter, { signal, ...stamp }) {
      try {
        const sent = await handOver(delivery, await pack(letter, stamp), signal, phases)
        return smtpUrl === null && sent.state === 'sent' ? { ...sent, reason: writtenToFile } : sent
      } catch (error) {
        if (!(error instanceof BadLetter)) return classifyFailure(error, false)
        const reason = formatMailReason('EREFUSED', error.message)
        return { state: 'missed', reason, isDoubtful: false, isFinal: true, isGeneral: false }
      }
    },
    close: () => delivery.close(),
  }
}

function byServer(smtpUrl: string, { patience, attempt, answer }: Timing): Delivery {
  const server = wanted(readSmtpUrl(smtpUrl), 'The address of the mail server is invalid.')
  return smtpDelivery(server, { patience, silence: attempt + answer })
}

function wanted<T>(value: T | null, sentence: string): T {
  if (value === null) throw new RangeError(sentence)
  return value
}
