import { type Known, knownWord } from '#shared/contract/known.ts'
import { type WayFault, wayFaults } from '#shared/contract/mail-faults.ts'
import type { Sent } from './delivery.ts'

/** The fields of nodemailer's errors that we go by. Its messages quote addresses, so they stay where they are. */
interface Fault {
  code?: unknown
  responseCode?: unknown
  response?: unknown
  command?: unknown
  permanent?: unknown
}

/** What the log may hold of a fault: a server's answer quotes addresses, so its text stays out. */
function describeFault(error: unknown): { code?: string; reply?: number } {
  const { code, responseCode } = error as Fault
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof responseCode === 'number' && { reply: responseCode }),
  }
}

/**
 * A try that failed, judged; `isWhole` when the last byte of the letter may have left before. Final is a 5xx to this recipient or this content alone: one to our greeting, our login or
 * our sender is our own mistake, and letters wait until somebody has mended it.
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
  // A name that is not found, a mailbox that is full. Without such a code it may be the server's own trouble.
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
