import {
  accountAlertWords,
  accountEmailFrame,
  codeEmailWords,
  type EmailWords,
  type LinkEmailWords,
  linkEmailWords,
} from '#content/account-letters.ts'
import { testEmailWords } from '#content/mail-proof.ts'
import type { SentAccountLetterKind } from '#shared/contract/outbox.ts'
import { describeDevice } from '#shared/lib/display-text.ts'
import { formatDuration } from '#shared/lib/local-time.ts'
import { getZoneFormat } from '#shared/lib/time-zone.ts'
import { compose } from './compose.tsx'
import type { EmailBlock } from './parts.ts'

export interface WrittenAccountEmail {
  kind: SentAccountLetterKind
  to: string
  subject: string
  text: string
  html: string
}

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
}

export const inviteLetter = (data: LinkEmailData) => writeLinkEmail('invite', linkEmailWords.invitation, data)
export const recoveryLetter = (data: LinkEmailData) => writeLinkEmail('recovery', linkEmailWords.recovery, data)

/** Sent to an account's new email address before the address is changed. */
export const newAddressLetter = (data: LinkEmailData) => writeLinkEmail('new-address', linkEmailWords.newAddress, data)

/** Sent to an account's current email address before the address is changed; contains the new address. */
export const currentAddressLetter = (data: LinkEmailData & { newAddress: string }) =>
  writeLinkEmail('current-address', linkEmailWords.currentAddress(data.newAddress), data)

/** The email with a code for reauthentication; contains no link. */
export function reauthenticationLetter(data: { to: string; code: string; expires: number }): WrittenAccountEmail {
  const code = { type: 'code', intro: accountEmailFrame.code, digits: data.code } as const
  const small = [accountEmailFrame.codeLasts(formatDuration(data.expires)), codeEmailWords.footnote]
  return writeAccountEmail('reauthentication', data.to, codeEmailWords, [code], small)
}

export const passwordChangedLetter = (data: AlertData) =>
  writeAlert('password-changed', accountAlertWords.passwordChanged, data)

/** Sent to an account's old email address after the address was changed. */
export const addressChangedLetter = (data: AlertData & { newAddress: string }) =>
  writeAlert('address-changed', accountAlertWords.addressChanged(data.newAddress), data)

/** A verification method, with the name that its user chose. */
interface FactorAlertData {
  name: string | null
  isPasskey: boolean
}

export const factorAddedLetter = (data: AlertData & FactorAlertData) =>
  writeAlert('factor-added', accountAlertWords.factorAdded(toOneLine(data.name), data.isPasskey), data)

export const factorRemovedLetter = (data: AlertData & FactorAlertData) =>
  writeAlert('factor-removed', accountAlertWords.factorRemoved(toOneLine(data.name), data.isPasskey), data)

/** `by` says who reset two-step verification: an owner, with a name if it is known, or the server's operator. */
export const secondStepResetLetter = (data: AlertData & { by: 'owner' | 'operator'; name: string | null }) =>
  writeAlert('second-step-reset', accountAlertWords.secondStepReset(data.by, toOneLine(data.name)), data)

/** `whose` is a colleague's name in an email to an owner, and null in an email about the reader's own account. */
export const newDeviceLetter = (data: AlertData & { agent: string | null; whose: string | null }) =>
  writeAlert('new-device', accountAlertWords.newDevice(describeDevice(data.agent), toOneLine(data.whose)), data)

/** `what` includes the number of rows. */
export const largeExportLetter = (data: AlertData & { what: string; whose: string | null }) =>
  writeAlert('large-export', accountAlertWords.largeExport(data.what, toOneLine(data.whose)), data)

export const recoveryCodeUsedLetter = (data: AlertData & { left: number }) =>
  writeAlert('recovery-code-used', accountAlertWords.recoveryCodeUsed(data.left), data)

function writeLinkEmail(
  kind: SentAccountLetterKind,
  words: LinkEmailWords,
  { to, siteUrl, link, code, expires }: LinkEmailData,
): WrittenAccountEmail {
  const lasts = code ? accountEmailFrame.linkAndCodeLast : accountEmailFrame.linkLasts
  const button = {
    type: 'button',
    label: words.button,
    url: link,
    below: accountEmailFrame.plainLink,
  } as const
  const blocks: EmailBlock[] = code
    ? [button, { type: 'code', intro: accountEmailFrame.orCode, digits: code }]
    : [button]
  return writeAccountEmail(kind, to, words, blocks, [lasts(formatDuration(expires)), words.footnote], siteUrl)
}

function writeAlert(kind: SentAccountLetterKind, words: EmailWords, { to, when }: AlertData): WrittenAccountEmail {
  const time = { type: 'paragraph', text: accountEmailFrame.when(utcTimeInWords(when)) } as const
  return writeAccountEmail(kind, to, words, [time], [words.footnote])
}

/** Also runs for unknown email addresses, so that response times do not reveal accounts. */
function writeAccountEmail(
  kind: SentAccountLetterKind,
  to: string,
  { subject, heading, paragraphs }: EmailWords,
  blocks: readonly EmailBlock[],
  small: readonly string[],
  siteUrl: string | null = null,
): WrittenAccountEmail {
  const parts = {
    subject,
    heading,
    greeting: null,
    blocks: [...paragraphs.map((text) => ({ type: 'paragraph', text }) as const), ...blocks],
    small: [...small, ...(siteUrl === null ? [accountEmailFrame.privacy] : []), accountEmailFrame.signature],
  }
  return { kind, to, subject, ...compose(parts, siteUrl) }
}

/** `20 November 2026 at 14:05` in UTC, because the reader's zone is unknown. */
function utcTimeInWords(when: number): string {
  return getZoneFormat('UTC', { dateStyle: 'long', timeStyle: 'short' }).format(when)
}

/** Names of devices and people can contain any characters. */
const toOneLine = (name: string | null) => name?.replace(/\s+/g, ' ').trim().slice(0, 60) || null

interface WrittenTestEmail {
  kind: 'mail-proof'
  to: string
  subject: string
  text: string
  html: string
}

/** The test email that shows an owner that our emails arrive. */
export function testEmail({
  to,
  code,
  link,
  siteUrl,
}: {
  to: string
  code: string
  link: string
  siteUrl: string
}): WrittenTestEmail {
  const { subject, heading, text, button, orCode, small } = testEmailWords
  const parts = {
    subject,
    heading,
    greeting: null,
    blocks: [
      { type: 'paragraph', text },
      { type: 'button', label: button, url: link, below: null },
      { type: 'code', intro: orCode, digits: code },
    ] as const,
    small: [small],
  }
  return { kind: 'mail-proof', to, subject, ...compose(parts, siteUrl) }
}
