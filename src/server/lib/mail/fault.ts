import { type Known, knownWord } from '#shared/contract/known.ts'
import { type WayFault, wayFaults } from '#shared/contract/mail-faults.ts'
import type { Sent } from './delivery.ts'

/** The fields of nodemailer's errors that we use. Its messages quote addresses, so they are left out. */
interface Fault {
  code?: unknown
  responseCode?: unknown
  response?: unknown
  command?: unknown
  permanent?: unknown
}

/** A server's answer quotes addresses, so the log gets only its code. */
function describeFault(error: unknown): { code?: string; reply?: number } {
  const { code, responseCode } = error as Fault
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof responseCode === 'number' && { reply: responseCode }),
  }
}

/**
 * Judges a failed try; `isWhole`: the last byte may have left before. Only a 5xx to this recipient or content is final:
 * one to our greeting, login or sender is our own fault, and letters wait until an operator fixes it.
 */
export function judge(error: unknown, isWhole: boolean): Extract<Sent, { state: 'missed' }> {
  const { command, permanent, response } = error as Fault
  const { code = 'EUNKNOWN', reply } = describeFault(error)
  const ofRecipient = code === 'EENVELOPE' && command === 'RCPT TO'
  const ofContent = code === 'EMESSAGE' && reply !== undefined
  const answered = isWhole && reply !== undefined
  const isDoubtful = isWhole && !answered
  const enhanced = typeof response === 'string' && /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const said = [code, reply, enhanced].filter(Boolean).join(' ')
  // 4.1.x is about the address, 4.2.x about the mailbox. Other codes may be the server's own trouble.
  const isOfAddress = ofRecipient && enhanced && /^4\.[12]\./.test(enhanced)
  const words = ofRecipient ? 'the address was refused' : wordsFor[knownWord(wayFaults, code)]
  return {
    state: 'missed',
    reason: `${said}: ${words}${isDoubtful ? ', after the whole letter was handed over' : ''}`,
    isDoubtful,
    isFinal: permanent === true && (ofRecipient || ofContent),
    ...(isOfAddress && { isOfAddress }),
    isGeneral: reply === 421 || (!isWhole && code !== 'EABORT' && !ofRecipient && command !== 'DATA'),
  }
}

const wordsFor: Readonly<Record<Known<WayFault>, string>> = {
  unknown: 'the try failed',
  EABORT: 'it took too long',
  EAUTH: 'the mail server refused our login',
  ECONNECTION: 'the connection ended',
  EDNS: 'the name of the mail server was not found',
  EENVELOPE: 'the mail server refused to take a letter',
  EMESSAGE: 'the letter was refused',
  ENOAUTH: 'the mail server refused our login',
  EPROTOCOL: 'the mail server does not speak with us',
  ESOCKET: 'there was no connection',
  ETIMEDOUT: 'the mail server said nothing',
  ETLS: 'the connection could not be encrypted',
}
