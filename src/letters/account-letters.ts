import {
  accountEmailFrame,
  accountAlertWords as alerts,
  codeEmailWords,
  type EmailTitle,
  type LinkEmailWords,
  linkEmailWords,
} from '#content/account-letters.ts'
import { documents } from '#content/documents.ts'
import { testEmailWords } from '#content/mail-proof.ts'
import { plural } from '#content/tree.ts'
import type { SentAccountLetterKind } from '#shared/contract/outbox.ts'
import { describeDevice } from '#shared/lib/display-text.ts'
import { formatDuration } from '#shared/lib/local-time.ts'
import { getZoneFormat } from '#shared/lib/time-zone.ts'
import { compose } from './compose.tsx'
import type { EmailBlock } from './parts.ts'
import { paragraphs } from './visitor-letters.ts'

interface WrittenEmail<Kind> {
  kind: Kind
  to: string
  subject: string
  text: string
  html: string
}
export type WrittenAccountEmail = WrittenEmail<SentAccountLetterKind>

export interface LinkEmailData {
  to: string
  /** The site's URL, because the email also links to the privacy notice. */
  siteUrl: string
  link: string
  /** The code to type instead of using the link; null if no screen accepts a code. */
  code: string | null
  /** Seconds for which the link and the code are valid. */
  expires: number
}

/** `when` is in milliseconds since 1970. */
interface AlertData {
  to: string
  when: number
  /** The other member whose account the alert is about. */
  whose?: string | null
}

export const inviteLetter = (data: LinkEmailData) => writeLinkEmail('invite', linkEmailWords.invitation, data)
export const recoveryLetter = (data: LinkEmailData) => writeLinkEmail('recovery', linkEmailWords.recovery, data)

/** Sent to an account's new email address before the address is changed. */
export const newAddressLetter = (data: LinkEmailData) => writeLinkEmail('new-address', linkEmailWords.newAddress, data)

/** Sent to an account's current email address before the address is changed; contains the new address. */
export const currentAddressLetter = (data: LinkEmailData & { newAddress: string }) =>
  writeLinkEmail('current-address', linkEmailWords.currentAddress, data, data.newAddress)

/** The email with a code for reauthentication; contains no link. */
export function reauthenticationLetter(data: { to: string; code: string; expires: number }): WrittenAccountEmail {
  const code = { type: 'code', intro: accountEmailFrame.code, digits: data.code } as const
  const small = [accountEmailFrame.codeLasts(formatDuration(data.expires)), codeEmailWords.footnote]
  const blocks = [...paragraphs(codeEmailWords.paragraphs), code]
  return writeAccountEmail('reauthentication', data.to, codeEmailWords, blocks, small)
}

export const passwordChangedLetter = (data: AlertData) =>
  writeAlert('password-changed', alerts.passwordChanged, [alerts.passwordChanged.text], data)

/** Sent to an account's old email address after the address was changed. */
export const addressChangedLetter = (data: AlertData & { newAddress: string }) =>
  writeAlert('address-changed', alerts.addressChanged, [alerts.addressChanged.text(data.newAddress)], data)

/** About a verification method, with the name that its user chose. */
type FactorAlertData = AlertData & { name: string | null; isPasskey: boolean }

export const factorAddedLetter = (data: FactorAlertData) => writeFactorAlert('factor-added', alerts.factorAdded, data)

export const factorRemovedLetter = (data: FactorAlertData) =>
  writeFactorAlert('factor-removed', alerts.factorRemoved, data)

type FactorWords = typeof alerts.factorAdded | typeof alerts.factorRemoved

function writeFactorAlert(kind: SentAccountLetterKind, words: FactorWords, data: FactorAlertData) {
  const method = data.isPasskey ? 'passkey' : 'app'
  const { named, unnamed } = alerts.methods[method]
  const name = toOneLine(data.name)
  return writeAlert(kind, words, [words[method](name ? named(name) : unnamed)], data)
}

/** `by` says who reset two-step verification: an owner, with a name if it is known, or the server's operator. */
export function secondStepResetLetter(data: AlertData & { by: 'owner' | 'operator'; name: string | null }) {
  const words = alerts.secondStepReset
  const name = toOneLine(data.name)
  const who = data.by === 'owner' && name ? words.namedOwner(name) : words[data.by]
  return writeAlert('second-step-reset', words, [words.text(who), words.advice], data)
}

/** `whose` is a colleague's name in an email to an owner, and null in an email about the reader's own account. */
export function newDeviceLetter(data: AlertData & { agent: string | null; whose: string | null }) {
  const words = alerts.newDevice[data.whose ? 'other' : 'own']
  const text = words.text(describeDevice(data.agent), toOneLine(data.whose) ?? '')
  return writeAlert('new-device', words, [text, alerts.newDevice.completed], data)
}

/** `what` includes the number of rows. */
export function largeExportLetter(data: AlertData & { what: string; whose: string | null }) {
  const words = alerts.largeExport
  const text = words[data.whose ? 'other' : 'own'](data.what, toOneLine(data.whose) ?? '')
  return writeAlert('large-export', words, [text, words.advice], data)
}

export function recoveryCodeUsedLetter(data: AlertData & { left: number }) {
  const words = alerts.recoveryCodeUsed
  const left = data.left === 0 ? words.none : plural(data.left, words.left)
  return writeAlert('recovery-code-used', words, [words.text, left], data)
}

function writeLinkEmail(
  kind: SentAccountLetterKind,
  words: LinkEmailWords,
  { to, siteUrl, link, code, expires }: LinkEmailData,
  value = '',
): WrittenAccountEmail {
  const lasts = code ? accountEmailFrame.linkAndCodeLast : accountEmailFrame.linkLasts
  const below = accountEmailFrame.plainLink
  const button = { type: 'button', label: words.button, url: link, below } as const
  const blocks: EmailBlock[] = [...paragraphs(words.paragraphs, value), button]
  if (code) blocks.push({ type: 'code', intro: accountEmailFrame.orCode, digits: code })
  return writeAccountEmail(kind, to, words, blocks, [lasts(formatDuration(expires)), words.footnote], siteUrl)
}

function writeAlert(
  kind: SentAccountLetterKind,
  words: EmailTitle & { footnote?: string },
  texts: readonly string[],
  { to, when, whose }: AlertData,
): WrittenAccountEmail {
  const blocks = paragraphs([...texts, accountEmailFrame.when(utcTimeInWords(when))])
  const footnote = words.footnote ?? accountEmailFrame[whose ? 'ifNotThem' : 'ifNotYou']
  return writeAccountEmail(kind, to, words, blocks, [footnote])
}

/** Also runs for unknown email addresses, so that response times do not reveal accounts. */
function writeAccountEmail(
  kind: SentAccountLetterKind,
  to: string,
  { subject, heading }: EmailTitle,
  blocks: readonly EmailBlock[],
  small: readonly string[],
  siteUrl: string | null = null,
): WrittenAccountEmail {
  const privacy = siteUrl === null ? [accountEmailFrame.privacy(documents.privacy)] : []
  const parts = { subject, heading, greeting: null, blocks, small: [...small, ...privacy, accountEmailFrame.signature] }
  return { kind, to, subject, ...compose(parts, siteUrl) }
}

/** `20 November 2026 at 14:05` in UTC, because the reader's zone is unknown. */
function utcTimeInWords(when: number): string {
  return getZoneFormat('UTC', { dateStyle: 'long', timeStyle: 'short' }).format(when)
}

/** Names of devices and people can contain any characters. */
const toOneLine = (name: string | null) => name?.replace(/\s+/g, ' ').trim().slice(0, 60) || null

interface TestEmailData {
  to: string
  code: string
  link: string
  siteUrl: string
}

/** The test email that shows an owner that our emails arrive. */
export function testEmail({ to, code, link, siteUrl }: TestEmailData): WrittenEmail<'mail-proof'> {
  const { subject, heading, text, button, orCode, small } = testEmailWords
  const blocks: EmailBlock[] = [
    ...paragraphs([text]),
    { type: 'button', label: button, url: link, below: null },
    { type: 'code', intro: orCode, digits: code },
  ]
  const parts = { subject, heading, greeting: null, blocks, small: [small] }
  return { kind: 'mail-proof', to, subject, ...compose(parts, siteUrl) }
}
