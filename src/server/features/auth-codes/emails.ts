import { brand } from '#content/brand.ts'
import {
  codeLetter,
  type LetterWords,
  type LinkWords,
  letterFrame,
  letters,
  notices,
} from '#content/letters.ts'
import { compose } from '#server/lib/mail/compose.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import { durationInWords } from '#shared/lib/duration.ts'

/** What a letter with a link is made of. */
export interface LinkData {
  to: string
  link: string
  /** The same as the link, for typing; null where there is no place to type it. */
  code: string | null
  /** Seconds for which both are good. */
  expires: number
}

/** What a notice is made of: `when` is milliseconds since 1970. */
export interface NoticeData {
  to: string
  when: number
}

export const signUpLetter = (data: LinkData) => linkLetter('sign-up', letters.signUp, data)
export const inviteLetter = (data: LinkData) => linkLetter('invite', letters.invitation, data)
export const magicLinkLetter = (data: LinkData) => linkLetter('magic-link', letters.magicLink, data)
export const recoveryLetter = (data: LinkData) => linkLetter('recovery', letters.recovery, data)

/** To the mailbox that an account is about to move to. */
export const newAddressLetter = (data: LinkData) => linkLetter('new-address', letters.newAddress, data)

/** To the mailbox that an account is about to leave; says where it goes. */
export const currentAddressLetter = (data: LinkData & { newAddress: string }) =>
  linkLetter('current-address', letters.currentAddress(data.newAddress), data)

/** The nonce of a reauthentication: typed, never pressed. */
export function reauthenticationLetter(data: { to: string; code: string; expires: number }): Letter {
  const code = { intro: letterFrame.code, digits: data.code }
  const small = [letterFrame.codeLasts(durationInWords(data.expires)), codeLetter.footnote]
  return letter('reauthentication', data.to, codeLetter, { code, small })
}

export const passwordChangedLetter = (data: NoticeData) =>
  notice('password-changed', notices.passwordChanged, data)

/** To the mailbox that an account has left. */
export const addressChangedLetter = (data: NoticeData & { newAddress: string }) =>
  notice('address-changed', notices.addressChanged(data.newAddress), data)

export const factorAddedLetter = (data: NoticeData & { name: string | null }) =>
  notice('factor-added', notices.factorAdded(inOneLine(data.name)), data)

export const factorRemovedLetter = (data: NoticeData & { name: string | null }) =>
  notice('factor-removed', notices.factorRemoved(inOneLine(data.name)), data)

export const recoveryCodeUsedLetter = (data: NoticeData & { left: number }) =>
  notice('recovery-code-used', notices.recoveryCodeUsed(data.left), data)

function linkLetter(kind: string, words: LinkWords, { to, link, code, expires }: LinkData): Letter {
  const lasts = code ? letterFrame.linkAndCodeLast : letterFrame.linkLasts
  return letter(kind, to, words, {
    button: { label: words.button, url: link, below: letterFrame.plainLink },
    ...(code && { code: { intro: letterFrame.orCode, digits: code } }),
    small: [lasts(durationInWords(expires)), words.footnote],
  })
}

function notice(kind: string, words: LetterWords, { to, when }: NoticeData): Letter {
  const paragraphs = [...words.paragraphs, letterFrame.when(inWords(when))]
  return letter(kind, to, { ...words, paragraphs }, { small: [words.footnote] })
}

type Rest = Pick<Parameters<typeof compose>[0], 'button' | 'code' | 'small'>

function letter(kind: string, to: string, words: LetterWords, rest: Rest): Letter {
  const { subject, heading, paragraphs } = words
  const { signature } = letterFrame
  return {
    kind,
    to,
    subject,
    ...compose({ brand: brand.name, subject, heading, paragraphs, signature, ...rest }),
  }
}

/** Such as `20 November 2026 at 14:05`. Nobody tells us the reader's zone. */
function inWords(when: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
    when,
  )
}

/** A name that somebody gave their phone, which may hold anything. */
const inOneLine = (name: string | null) => name?.replace(/\s+/g, ' ').trim().slice(0, 60) || null
