import { accountLetterNames } from '#content/account-letters.ts'
import { visitorLetterNames } from '#content/call-letters.ts'
import { teamLetterNames } from '#content/team-letters.ts'
import { type Known, knownWord } from '#shared/contract/fields.ts'
import { type MailFault, mailFaults } from '#shared/contract/letter-desk.ts'
import {
  type AccountLetter,
  type AccountLetterKind,
  type LetterKind,
  type OutboxRow,
  type OutboxState,
  type SampleLetter,
  writtenToFile,
} from '#shared/contract/outbox.ts'

const names: Readonly<Record<string, string>> = {
  ...visitorLetterNames,
  ...teamLetterNames,
  ...accountLetterNames,
} satisfies Record<LetterKind | SampleLetter | AccountLetterKind | AccountLetter, string>

/** A kind that this release does not know is shown by its own name. */
export function letterWords(kind: string): string {
  const plain = kind.replaceAll(/[-_.]/g, ' ')
  return names[kind] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

export const letterStateWords: Record<OutboxState, string> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  dropped: 'Not sent',
  failed: 'Failed',
}

/** Whether a sent letter was only written into a folder, because the server has no mail server. */
export const isFiled = ({ state, reason }: Pick<OutboxRow, 'state' | 'reason'>): boolean =>
  state === 'sent' && reason === writtenToFile

export const stateOfLetter = (letter: Pick<OutboxRow, 'state' | 'reason'>): string =>
  isFiled(letter) ? 'Written to a file' : letterStateWords[letter.state]

export interface Fault {
  says: string
  /** What a colleague can do about it. */
  todo: string
}

const unreachable: Fault = {
  says: 'The mail server cannot be reached.',
  todo: 'The operator looks at the mail server and at SMTP_URL. Then send it again.',
}
const refusedUs: Fault = {
  says: 'The mail server refused our login.',
  todo: 'The operator mends the name and password in SMTP_URL. Then send it again.',
}

const notTaken: Fault = {
  says: 'The mail server did not take it.',
  todo: 'Its code below says why. Then send it again.',
}

/** By the code at the beginning of the reason. */
const faults: Readonly<Record<Known<MailFault>, Fault>> = {
  unknown: notTaken,
  EENVELOPE: notTaken,
  EPROTOCOL: notTaken,
  EDNS: unreachable,
  ESOCKET: unreachable,
  ECONNECTION: unreachable,
  ETIMEDOUT: unreachable,
  EABORT: unreachable,
  EAUTH: refusedUs,
  ENOAUTH: refusedUs,
  ETLS: {
    says: 'The connection to the mail server could not be encrypted.',
    todo: 'The operator looks at its certificate. Then send it again.',
  },
  EMESSAGE: {
    says: 'The mail server refused the letter.',
    todo: 'Its code below says why: often a missing signature or a bad name of the sender.',
  },
  EREFUSED: {
    says: 'The letter could not be addressed.',
    todo: 'The address is none that mail can be sent to. Reach them another way.',
  },
  ESEALED: {
    says: 'Its text was sealed with a key that this server does not have.',
    todo: 'The operator puts that key back. Then send it again.',
  },
  EKIND: {
    says: 'The server does not know this letter yet.',
    todo: 'It leaves when the server runs the release that the letter came with.',
  },
  ERESTORED: {
    says: 'The database was restored from a backup, and this letter was due by then.',
    todo: 'It may have been sent before. Send it again only if they did not get it.',
  },
  EINTERNAL: {
    says: 'A fault of our server kept it from leaving.',
    todo: 'The operator finds what happened in the log of the server. Then send it again.',
  },
}

/** Why a letter was not sent, and what to do; `reason` is the outbox's last error. */
export function faultOf({ reason, is_doubtful }: Pick<OutboxRow, 'reason' | 'is_doubtful'>): Fault {
  const [code = ''] = /^[A-Z]+/.exec(reason ?? '') ?? []
  if (is_doubtful && code !== 'ERESTORED') {
    return {
      says: 'The mail server had all of it and did not answer.',
      todo: 'It may have arrived. Send it again only if they did not get it.',
    }
  }
  if (reason?.includes('the address was refused')) {
    return {
      says: 'The mail server refused the address.',
      todo: 'Look whether it is spelled right, and reach them another way. Sending again helps only if the mailbox is mended.',
    }
  }
  return faults[knownWord(mailFaults, code)]
}
