import { createTransport, type DKIMOptions, type SendMailOptions } from 'nodemailer'
import * as v from 'valibot'
import type { Log } from '#server/lib/log.ts'
import { email } from '#shared/contract/fields.ts'
import { reasonOf } from '#shared/contract/letter-desk.ts'
import { writtenToFile } from '#shared/contract/outbox.ts'
import {
  type Delivery,
  folderDelivery,
  type HandoverTiming,
  handOver,
  judge,
  type Parcel,
  type Sent,
} from './delivery.ts'
import { readSmtpUrl, smtpDelivery } from './smtp.ts'

export interface Letter {
  /** What it is about, as a slug such as `invite`: the log contains this and nothing else of the letter. */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes, when not to the sender. */
  replyTo?: string
  /** The ids (`Stamp`) of the letters before it, oldest first, where a person answers. */
  thread?: readonly string[]
  /** An invitation for the reader's calendar (RFC 6047): its method is that of the text. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; text: string }
}

interface Sender {
  name: string
  address: string
}

/** A letter that may not be sent; the message says why, without quoting the letter. */
class BadLetter extends Error {}

/** RFC 5321 allows 256 for the path, which counts the angle brackets. */
const address = email(254)

/** One address only: no name, no list, no line break, nothing that could end a header or an SMTP command. */
export const isPlainAddress = (text: string): boolean => text === text.trim() && v.is(address, text)

/** Reads `Name <address>` or a bare address; null for anything else. */
export function readSender(text: string): Sender | null {
  const [, name = '', named = text] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? []
  return isPlainAddress(named) ? { name: name.trim(), address: named } : null
}

/** Identifies one mail, however often it is sent. */
interface Stamp {
  /** The Message-ID without our domain: a mailbox may recognise a copy by it. */
  id: string
  date: Date
}

/** The letter as nodemailer takes it. Addresses go in as fields, so nothing is parsed out of them. */
export function toMessage(letter: Letter, from: Sender, { id, date }: Stamp): SendMailOptions {
  const { kind, to, subject, text, html, replyTo, calendar, thread } = letter
  if (!/^[a-z][a-z-]{0,39}$/.test(kind)) throw new BadLetter('its kind is not a slug')
  if (!/^[\w-]{1,64}$/.test(id)) throw new BadLetter('its id is not one word')
  if (!isPlainAddress(to)) throw new BadLetter('it is not for one plain address')
  if (replyTo !== undefined && !isPlainAddress(replyTo)) throw new BadLetter('its answers go nowhere')
  if (/\p{Cc}/u.test(subject)) throw new BadLetter('its subject is not one line')
  const named = (one: string) => `<${one}@${from.address.split('@')[1]}>`
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: from.address, to: [to] },
    // Text that looks like an encoded word (RFC 2047) would be decoded. With an invisible space in it, all of it is encoded.
    subject: subject.replaceAll('=?', '=\u200b?'),
    text,
    html,
    ...(calendar && { icalEvent: invitation(calendar) }),
    date,
    messageId: named(id),
    ...(thread?.length && { inReplyTo: named(thread.at(-1) ?? ''), references: thread.map(named) }),
    // Automatic replies such as holiday notices skip a letter with this header (RFC 3834); a person's letter has none.
    headers: thread ? {} : { 'Auto-Submitted': 'auto-generated' },
  }
}

/**
 * Nodemailer sends it as an alternative, by which a calendar offers to answer it, and as a file, for the programs that
 * look there. RFC 6047: a method that differs from the body's makes it no invitation.
 */
function invitation({ method, text }: NonNullable<Letter['calendar']>): SendMailOptions['icalEvent'] {
  const methods = text.match(/^METHOD:.*$/gm)
  if (methods?.length !== 1 || methods[0].trim() !== `METHOD:${method}`)
    throw new BadLetter('its invitation has another method')
  return { method, content: text, filename: 'invite.ics' }
}

const gmail = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address leads to, for counting: letters to `ann+1@` and `ann+2@` both reach Ann. Most services
 * take what follows a plus for a tag, Gmail ignores dots and has two domains, and none minds capitals. Two people who
 * count as one wait for each other now and then, so nothing is stored, found or written to by this.
 * `private.mailbox_of` does the same in the database.
 */
export function mailboxOf(address: string): string {
  const [, name = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(address.trim().toLowerCase()) ?? []
  if (name === '' || domain === '') return address.trim().toLowerCase()
  const untagged = name.replace(/(?<=.)\+.*$/s, '')
  return gmail.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** The key that signs letters for a domain (RFC 6376). */
export interface Dkim {
  domain: string
  selector: string
  /** PEM. */
  privateKey: string
}

/** Serialises messages as they are sent, signed where there is a key. */
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
    if (!Buffer.isBuffer(bytes)) throw new TypeError('no bytes came')
    return bytes
  }
}

export interface Mailer {
  /**
   * One try; the caller keeps the letter and tries again, with the same `id` and `date`, which identify it. `signal`
   * ends the try unless the last byte has left; then the receiver has up to ten minutes to answer.
   */
  send(letter: Letter, how: Stamp & { signal: AbortSignal }): Promise<Sent>
  /** Ends all tries; for the end of the process. */
  close(): void
}

export interface MailerOptions {
  /** Null writes letters into `folder`. */
  smtpUrl: string | null
  /** `Name <address>` or an address. */
  from: string
  folder: string
  dkim?: Dkim | null
  log: Log
  timing?: Partial<Timing>
}

/** Milliseconds. */
interface Timing extends HandoverTiming {
  /** How long a server may be silent before its greeting. */
  patience: number
}

const usual: Timing = { patience: 8000, attempt: 60_000, answer: 600_000 }

export function openMailer(options: MailerOptions): Mailer {
  const { smtpUrl, from, folder, dkim, log, timing } = options
  const phases = { ...usual, ...timing }
  const sender = wanted(readSender(from), 'The sender of mail is not an address.')
  const write = messageWriter(dkim ?? null)
  const delivery = smtpUrl === null ? folderDelivery(folder, log) : byServer(smtpUrl, phases)

  async function pack(letter: Letter, stamp: Stamp): Promise<Parcel> {
    const bytes = await write(toMessage(letter, sender, stamp))
    return { ...stamp, kind: letter.kind, from: sender.address, to: letter.to, bytes }
  }

  return {
    async send(letter, { signal, ...stamp }) {
      try {
        const sent = await handOver(delivery, await pack(letter, stamp), signal, phases)
        return smtpUrl === null && sent.state === 'sent' ? { ...sent, reason: writtenToFile } : sent
      } catch (error) {
        if (!(error instanceof BadLetter)) return judge(error, false)
        const reason = reasonOf('EREFUSED', error.message)
        return { state: 'missed', reason, isDoubtful: false, isFinal: true, isGeneral: false }
      }
    },
    close: () => delivery.close(),
  }
}

function byServer(smtpUrl: string, { patience, attempt, answer }: Timing): Delivery {
  const server = wanted(readSmtpUrl(smtpUrl), 'The address of the mail server cannot be read.')
  return smtpDelivery(server, { patience, silence: attempt + answer })
}

function wanted<T>(value: T | null, sentence: string): T {
  if (value === null) throw new RangeError(sentence)
  return value
}
