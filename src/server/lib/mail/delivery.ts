import { setMaxListeners } from 'node:events'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFolder } from '#server/lib/flush-folder.ts'
import type { Log } from '#server/lib/log.ts'
import { type KnownValue, toKnownValue } from '#shared/contract/fields.ts'
import { type MailTransportError, mailTransportErrors } from '#shared/contract/letter-previews.ts'

export interface OutgoingLetter {
  kind: string
  /** The email's id, which is the same in each attempt. */
  id: string
  date: Date
  from: string
  to: string
  bytes: Buffer
}

/** Delivers emails to a mail server or a folder. */
export interface Delivery {
  /**
   * Resolves when the email is handed over. `signal` aborts the attempt. `onWhole` is called just before the last
   * byte is sent. After this call, the receiver may have the email, even if the receiver does not confirm it.
   */
  send(parcel: OutgoingLetter, signal: AbortSignal, onWhole?: () => void): Promise<void>
  /** Closes all connections at once, including those of running attempts. */
  close(): void
}

export type DeliveryResult =
  | {
      state: 'sent'
      /** The destination of an email that did not go to its recipient. */
      reason?: string
    }
  | {
      state: 'missed'
      /** Codes and a few words, but no email address and no text from the mail server. */
      reason: string
      /** True if the receiver got the complete email but did not respond, so the email may have arrived. */
      isDoubtful: boolean
      /** True if the same email would be refused again. */
      isFinal: boolean
      /** True if no sender can reach this email address at the moment. */
      isOfAddress?: boolean
      /** True if every email would currently be refused, not only this email. */
      isGeneral: boolean
    }

/** All times are in milliseconds. */
export interface HandoverTiming {
  /** Maximum time from the start of an attempt to the last byte of the email. */
  attempt: number
  /**
   * Maximum time after the last byte. RFC 5321 4.5.3.2.6 requires ten minutes; an earlier retry may send a duplicate.
   */
  answer: number
}

/**
 * Makes one attempt. Aborting an attempt before its last byte costs nothing, so the timeout is short and `signal`
 * aborts at once. After the last byte, only the receiver knows whether the email arrived, so the attempt waits for the
 * receiver's response.
 */
export async function handOver(
  delivery: Delivery,
  parcel: OutgoingLetter,
  signal: AbortSignal,
  { attempt, answer }: HandoverTiming,
): Promise<DeliveryResult> {
  const cut = new AbortController()
  // nodemailer adds one listener for each attempt to connect.
  setMaxListeners(0, cut.signal)
  const giveUp = () => cut.abort()
  let timer = setTimeout(giveUp, attempt)
  let isWhole = false
  const onWhole = () => {
    isWhole = true
    signal.removeEventListener('abort', giveUp)
    clearTimeout(timer)
    timer = setTimeout(giveUp, answer)
  }
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  try {
    await delivery.send(parcel, cut.signal, onWhole)
    return { state: 'sent' }
  } catch (error) {
    return classifyFailure(error, isWhole)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

/**
 * The fields of nodemailer's errors that this code reads. The message is not read, because it quotes email addresses.
 */
interface NodemailerError {
  code?: unknown
  responseCode?: unknown
  response?: unknown
  command?: unknown
  permanent?: unknown
}

/** Mail servers' replies quote email addresses, so only the codes are logged. */
function describeFault(error: unknown): { code?: string; reply?: number } {
  const { code, responseCode } = error as NodemailerError
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof responseCode === 'number' && { reply: responseCode }),
  }
}

/**
 * Classifies a failed attempt. If `isWhole` is true, the last byte may have been sent. Only a 5xx reply to this
 * recipient or content is final. A 5xx reply to our greeting, login or sender is our own error, and emails wait until
 * an operator fixes it.
 */
export function classifyFailure(error: unknown, isWhole: boolean): Extract<DeliveryResult, { state: 'missed' }> {
  const { command, permanent, response } = error as NodemailerError
  const { code = 'EUNKNOWN', reply } = describeFault(error)
  const ofRecipient = code === 'EENVELOPE' && command === 'RCPT TO'
  const ofContent = code === 'EMESSAGE' && reply !== undefined
  const answered = isWhole && reply !== undefined
  const isDoubtful = isWhole && !answered
  const enhanced = typeof response === 'string' && /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const said = [code, reply, enhanced].filter(Boolean).join(' ')
  // 4.1.x is about the email address, and 4.2.x is about the mailbox. Other codes may mean a problem with the server
  // itself.
  const isOfAddress = ofRecipient && enhanced && /^4\.[12]\./.test(enhanced)
  const words = ofRecipient ? 'the address was refused' : failureWords[toKnownValue(mailTransportErrors, code)]
  return {
    state: 'missed',
    reason: `${said}: ${words}${isDoubtful ? ', after the whole email was handed over' : ''}`,
    isDoubtful,
    isFinal: permanent === true && (ofRecipient || ofContent),
    ...(isOfAddress && { isOfAddress }),
    isGeneral: reply === 421 || (!isWhole && code !== 'EABORT' && !ofRecipient && command !== 'DATA'),
  }
}

const failureWords: Readonly<Record<KnownValue<MailTransportError>, string>> = {
  unknown: 'the attempt failed',
  EABORT: 'it timed out',
  EAUTH: 'the mail server refused our login',
  ECONNECTION: 'the connection was closed',
  EDNS: 'the name of the mail server was not found',
  EENVELOPE: 'the mail server refused to accept an email',
  EMESSAGE: 'the email was refused',
  ENOAUTH: 'the mail server refused our login',
  EPROTOCOL: 'the mail server sent an invalid reply',
  ESOCKET: 'the connection failed',
  ETIMEDOUT: 'the mail server did not respond',
  ETLS: 'the connection could not be encrypted',
}

/**
 * Writes each email into a folder as a file that mail programs can open. Links in emails contain keys, so only this
 * process's user can read the folder and its files. If an email is sent again, its file is replaced.
 */
export function folderDelivery(folder: string, log: Log): Delivery {
  return {
    async send({ kind, id, date, bytes }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      const time = date.toISOString().replace(/[-:]|\.\d+/g, '')
      const file = join(folder, `${time}-${id}.eml`)
      // A program that watches the folder for `.eml` files sees only complete emails, and no email is lost in a power
      // failure.
      await writeFile(`${file}.part`, bytes, { mode: 0o600, flush: true })
      await rename(`${file}.part`, file)
      await flushFolder(folder)
      log.info({ kind, file }, 'email written to file')
    },
    close: () => {},
  }
}
