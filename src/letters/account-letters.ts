import {
  codeLetter,
  type LetterWords,
  type LinkWords,
  letterFrame,
  letters,
  notices,
} from '#content/account-letters.ts'
import { mailProof } from '#content/mail-proof.ts'
import type { AccountLetter } from '#shared/contract/outbox.ts'
import { deviceInWords } from '#shared/lib/display-text.ts'
import { durationInWords } from '#shared/lib/local-time.ts'
import { zoneFormat } from '#shared/lib/time-zone.ts'
import { compose } from './compose.tsx'
import type { Block } from './parts.ts'

export interface WrittenAccountLetter {
  kind: AccountLetter
  to: string
  subject: string
  text: string
  html: string
}

export interface LinkData {
  to: string
  /** The site's address, because the email also links to the privacy notice. */
  siteUrl: string
  link: string
  /** The code to type instead of using the link; null if no screen accepts a code. */
  code: string | null
  /** Seconds for which the link and the code are valid. */
  expires: number
}

/** `when` is in milliseconds since 1970. */
interface NoticeData {
  to: string
  when: number
}

export const inviteLetter = (data: LinkData) => linkLetter('invite', letters.invitation, data)
export const recoveryLetter = (data: LinkData) => linkLetter('recovery', letters.recovery, data)

/** Sent to the new address of an account before the change. */
export const newAddressLetter = (data: LinkData) => linkLetter('new-address', letters.newAddress, data)

/** Sent to the current address of an account before the change; names the new address. */
export const currentAddressLetter = (data: LinkData & { newAddress: string }) =>
  linkLetter('current-address', letters.currentAddress(data.newAddress), data)

/** The email with a code for reauthentication; contains no link. */
export function reauthenticationLetter(data: {
  to: string
  code: string
  expires: number
}): WrittenAccountLetter {
  const code = { type: 'code', intro: letterFrame.code, digits: data.code } as const
  const small = [letterFrame.codeLasts(durationInWords(data.expires)), codeLetter.footnote]
  return letter('reauthentication', data.to, codeLetter, [code], small)
}

export const passwordChangedLetter = (data: NoticeData) =>
  notice('password-changed', notices.passwordChanged, data)

/** Sent to the old address of an account after the change. */
export const addressChangedLetter = (data: NoticeData & { newAddress: string }) =>
  notice('address-changed', notices.addressChanged(data.newAddress), data)

/** A verification method, with the name that its user chose. */
interface FactorData {
  name: string | null
  isPasskey: boolean
}

export const factorAddedLetter = (data: NoticeData & FactorData) =>
  notice('factor-added', notices.factorAdded(inOneLine(data.name), data.isPasskey), data)

export const factorRemovedLetter = (data: NoticeData & FactorData) =>
  notice('factor-removed', notices.factorRemoved(inOneLine(data.name), data.isPasskey), data)

/** `by` says who reset two-step verification: an owner, named if the name is known, or the server's operator. */
export const secondStepResetLetter = (data: NoticeData & { by: 'owner' | 'operator'; name: string | null }) =>
  notice('second-step-reset', notices.secondStepReset(data.by, inOneLine(data.name)), data)

/** `whose` is a colleague's name in an email to an owner, and null in an email about the reader's own account. */
export const newDeviceLetter = (data: NoticeData & { agent: string | null; whose: string | null }) =>
  notice('new-device', notices.newDevice(deviceInWords(data.agent), inOneLine(data.whose)), data)

/** `what` includes the number of rows. */
export const largeExportLetter = (data: NoticeData & { what: string; whose: string | null }) =>
  notice('large-export', notices.largeExport(data.what, inOneLine(data.whose)), data)

export const recoveryCodeUsedLetter = (data: NoticeData & { left: number }) =>
  notice('recovery-code-used', notices.recoveryCodeUsed(data.left), data)

function linkLetter(
  kind: AccountLetter,
  words: LinkWords,
  { to, siteUrl, link, code, expires }: LinkData,
): WrittenAccountLetter {
  const lasts = code ? letterFrame.linkAndCodeLast : letterFrame.linkLasts
  const button = { type: 'button', label: words.button, url: link, below: letterFrame.plainLink } as const
  const blocks: Block[] = code
    ? [button, { type: 'code', intro: letterFrame.orCode, digits: code }]
    : [button]
  return letter(kind, to, words, blocks, [lasts(durationInWords(expires)), words.footnote], siteUrl)
}

function notice(kind: AccountLetter, words: LetterWords, { to, when }: NoticeData): WrittenAccountLetter {
  const time = { type: 'paragraph', text: letterFrame.when(inWords(when)) } as const
  return letter(kind, to, words, [time], [words.footnote])
}

/** Also runs for unknown addresses, so that response times do not reveal accounts. */
function letter(
  kind: AccountLetter,
  to: string,
  { subject, heading, paragraphs }: LetterWords,
  blocks: readonly Block[],
  small: readonly string[],
  siteUrl: string | null = null,
): WrittenAccountLetter {
  const parts = {
    subject,
    heading,
    greeting: null,
    blocks: [...paragraphs.map((text) => ({ type: 'paragraph', text }) as const), ...blocks],
    small: [...small, ...(siteUrl === null ? [letterFrame.privacy] : []), letterFrame.signature],
  }
  return { kind, to, subject, ...compose(parts, siteUrl) }
}

/** `20 November 2026 at 14:05` in UTC, because the reader's zone is unknown. */
function inWords(when: number): string {
  return zoneFormat('UTC', { dateStyle: 'long', timeStyle: 'short' }).format(when)
}

/** Names of devices and people can be any text. */
const inOneLine = (name: string | null) => name?.replace(/\s+/g, ' ').trim().slice(0, 60) || null

interface WrittenMailProof {
  kind: 'mail-proof'
  to: string
  subject: string
  text: string
  html: string
}

/** The test email that shows an owner that email arrives. */
export function mailProofLetter({
  to,
  code,
  link,
  siteUrl,
}: {
  to: string
  code: string
  link: string
  siteUrl: string
}): WrittenMailProof {
  const { subject, heading, text, button, orCode, small } = mailProof
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
