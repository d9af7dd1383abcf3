import { randomUUID } from 'node:crypto'
import type { SendMailOptions } from 'nodemailer'
import * as v from 'valibot'
import { email } from '#shared/contract/fields.ts'

/** One mail to one person. */
export interface Letter {
  /** What it is about, as a slug such as `invite`: the log and a file's name say it, and nothing else of the letter. */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes, when not to the sender. */
  replyTo?: string
  /** An invitation for the reader's calendar (RFC 6047): its method is that of the text. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; text: string }
}

/** Who letters come from. */
export interface Sender {
  name: string
  address: string
}

/** A letter that may not be sent; the message says why, without quoting it. */
export class BadLetter extends Error {}

/** RFC 5321 allows 256 for the path, which counts the angle brackets. */
const address = email(254)

/**
 * Whether this is one address and nothing besides: no name, no list, no line break, nothing that a header or an
 * SMTP command could read as its end.
 */
const isPlainAddress = (text: string): boolean => text === text.trim() && v.is(address, text)

/** Reads `Name <address>` or a bare address; null for anything else. */
export function readSender(text: string): Sender | null {
  const [, name = '', named = text] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? []
  return isPlainAddress(named) ? { name: name.trim(), address: named } : null
}

/**
 * The letter as nodemailer takes it. Addresses go in as fields, so nothing is parsed out of them. The id is made
 * here: a letter that is sent again keeps it, by which a mailbox may recognise the copy.
 */
export function toMessage(letter: Letter, from: Sender, now: number): SendMailOptions {
  const { kind, to, subject, text, html } = letter
  if (!/^[a-z][a-z-]{0,39}$/.test(kind)) throw new BadLetter('its kind is not a slug')
  if (!isPlainAddress(to)) throw new BadLetter('it is not for one plain address')
  if (/\p{Cc}/u.test(subject)) throw new BadLetter('its subject is not one line')
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    html,
    date: new Date(now),
    messageId: `<${randomUUID()}@${from.address.split('@')[1]}>`,
    // Holiday notices and other programs do not answer a letter that says so (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
