import { accountLetterNames } from '#content/account-letters.ts'
import { visitorLetterNames } from '#content/call-letters.ts'
import { teamLetterNames } from '#content/team-letters.ts'
import { type KnownValue, toKnownValue } from '#shared/contract/fields.ts'
import { type MailError, mailErrors } from '#shared/contract/letter-previews.ts'
import {
  type AccountLetterKind,
  type LetterKind,
  type OutboxRow,
  type OutboxState,
  type SentAccountLetterKind,
  type SentLetterKind,
  writtenToFile,
} from '#shared/contract/outbox.ts'

const names: Readonly<Record<string, string>> = {
  ...visitorLetterNames,
  ...teamLetterNames,
  ...accountLetterNames,
} satisfies Record<LetterKind | SentLetterKind | AccountLetterKind | SentAccountLetterKind, string>

/** Returns the name of a kind of email. Shows the key for a kind that this release does not know. */
export function letterName(kind: string): string {
  const plain = kind.replaceAll(/[-_.]/g, ' ')
  return names[kind] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

export const letterStateWords: Record<OutboxState, string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  dropped: 'Not sent',
  failed: 'Failed',
}

/** True if a sent email was only written to a file, because no mail server is configured. */
export const isWrittenToFile = ({ state, reason }: Pick<OutboxRow, 'state' | 'reason'>): boolean =>
  state === 'sent' && reason === writtenToFile

export const letterStateText = (letter: Pick<OutboxRow, 'state' | 'reason'>): string =>
  isWrittenToFile(letter) ? 'Saved to a file' : letterStateWords[letter.state]

export interface DeliveryProblem {
  says: string
  /** The next step for the team. */
  todo: string
}

const unreachable: DeliveryProblem = {
  says: 'The mail server cannot be reached.',
  todo: 'Ask the operator to check the mail server and SMTP_URL. Then retry.',
}
const loginRefused: DeliveryProblem = {
  says: 'The mail server refused our login.',
  todo: 'Ask the operator to fix the name and password in SMTP_URL. Then retry.',
}

const notAccepted: DeliveryProblem = {
  says: 'The mail server did not accept the email.',
  todo: 'The error code says why. Fix the cause, then retry.',
}

/** Delivery problems, by the code at the start of the stored reason. */
const faults: Readonly<Record<KnownValue<MailError>, DeliveryProblem>> = {
  unknown: notAccepted,
  EENVELOPE: notAccepted,
  EPROTOCOL: notAccepted,
  EDNS: unreachable,
  ESOCKET: unreachable,
  ECONNECTION: unreachable,
  ETIMEDOUT: unreachable,
  EABORT: unreachable,
  EAUTH: loginRefused,
  ENOAUTH: loginRefused,
  ETLS: {
    says: 'The connection to the mail server could not be encrypted.',
    todo: 'Ask the operator to check the mail server’s certificate. Then retry.',
  },
  EMESSAGE: {
    says: 'The mail server refused the email.',
    todo: 'The error code gives the reason, often a missing signature or an invalid sender.',
  },
  EREFUSED: {
    says: 'The recipient’s address cannot be used.',
    todo: 'Email cannot be sent to this address. Contact the recipient another way.',
  },
  ESEALED: {
    says: 'The text was encrypted with a key that this server does not have.',
    todo: 'Ask the operator to restore that key. Then retry.',
  },
  EKIND: {
    says: 'The server runs an older release than the one that created this email.',
    todo: 'The email will be sent after the server is updated.',
  },
  ERESTORED: {
    says: 'This email was already due when the database was restored from a backup.',
    todo: 'The email may already have been sent. Send it again only if the recipient did not get it.',
  },
  EINTERNAL: {
    says: 'A server error prevented the email from being sent.',
    todo: 'Ask the operator to check the server log. Then retry.',
  },
}

/** Explains why an email was not sent and what to do. `reason` is the outbox's last error. */
export function deliveryProblemOf({
  reason,
  may_have_arrived,
}: Pick<OutboxRow, 'reason' | 'may_have_arrived'>): DeliveryProblem {
  const [code = ''] = /^[A-Z]+/.exec(reason ?? '') ?? []
  if (may_have_arrived && code !== 'ERESTORED') {
    return {
      says: 'The mail server received the email but did not confirm it.',
      todo: 'The email may have arrived. Send it again only if the recipient did not get it.',
    }
  }
  if (reason?.includes('the address was refused')) {
    return {
      says: 'The mail server refused the recipient’s address.',
      todo: 'Check the spelling, or contact the recipient another way. Sending the email again will help only if the mailbox accepts email.',
    }
  }
  return faults[toKnownValue(mailErrors, code)]
}
