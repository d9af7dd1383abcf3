import type { SendMailOptions } from 'nodemailer'
import * as v from 'valibot'
import { email } from '#shared/contract/fields.ts'

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

export interface Sender {
  name: string
  address: string
}

/** A letter that may not be sent; the message says why, without quoting the letter. */
export class BadLetter extends Error {}

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
export interface Stamp {
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
    subject,
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
