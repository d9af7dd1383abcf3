import type { OutboxRow, OutboxState } from '#shared/contract/outbox.ts'

/** What a letter is, by why it was written or by what it has become. */
const kinds: Readonly<Record<string, string>> = {
  'request-received': 'Request received',
  call: 'Change of the call',
  'call-confirmed': 'Call confirmed',
  'call-moved': 'Call moved',
  'call-cancelled': 'Call cancelled',
  'call-stands': 'Call stays at its time',
  'reminder-day': 'Reminder, a day before',
  'reminder-hour': 'Reminder, an hour before',
  'message-received': 'Message received',
  'confirm-request': 'Was this you?',
  'team-booking': 'Team: new booking',
  'team-message': 'Team: new message',
  'team-call': 'Team: change of the call',
  'team-call-confirmed': 'Team: call confirmed',
  'team-call-moved': 'Team: call moved',
  'team-call-cancelled': 'Team: call cancelled',
  'team-call-erased': 'Team: call off, person erased',
  'team-proposal': 'Team: another time asked for',
  'team-risk': 'Team: answer due in four hours',
  'team-digest': 'Team: digest of the day',
  'team-fault': 'Team: the site breaks for visitors',
  account: 'About an account',
  'sign-up': 'Account: address to confirm',
  invite: 'Account: invitation',
  'magic-link': 'Account: link to sign in',
  recovery: 'Account: forgotten password',
  'new-address': 'Account: new address to confirm',
  'current-address': 'Account: change of address to confirm',
  reauthentication: 'Account: code for a new password',
  'password-changed': 'Account: password changed',
  'address-changed': 'Account: address changed',
  'factor-added': 'Account: second step added',
  'factor-removed': 'Account: second step removed',
  'second-step-reset': 'Account: second step reset',
  'recovery-code-used': 'Account: recovery code used',
  'new-device': 'Account: new device signed in',
  'large-export': 'Account: large export',
}

export function letterWords(kind: string): string {
  const plain = kind.replaceAll(/[-_.]/g, ' ')
  return kinds[kind] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

export const letterStateWords: Record<OutboxState, string> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  dropped: 'Not sent',
  failed: 'Failed',
}

export interface Fault {
  says: string
  /** What somebody here can do about it. */
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

/** By the code that a reason begins with. */
const faults: Readonly<Record<string, Fault>> = {
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
}

/** Why a letter did not leave, and what to do; `reason` is as the outbox keeps it. */
export function faultOf({ reason, is_doubtful }: Pick<OutboxRow, 'reason' | 'is_doubtful'>): Fault {
  if (is_doubtful) {
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
  const [code = ''] = /^[A-Z]+/.exec(reason ?? '') ?? []
  return (
    faults[code] ?? {
      says: 'The mail server did not take it.',
      todo: 'Its code below says why. Then send it again.',
    }
  )
}
