import { setMaxListeners } from 'node:events'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFolder } from '#server/lib/flush-folder.ts'
import type { Log } from '#server/lib/log.ts'
import { type Known, knownWord } from '#shared/contract/fields.ts'
import { type WayFault, wayFaults } from '#shared/contract/letter-desk.ts'

export interface Parcel {
  kind: string
  /** The same each time the letter is sent. */
  id: string
  date: Date
  from: string
  to: string
  bytes: Buffer
}

/** A way out of the process for letters: a mail server, or a folder. */
export interface Delivery {
  /**
   * Resolves when the letter is handed over. `signal` aborts; `onWhole` is called just before the receiver gets the
   * last byte, after which it may have the letter although it never says so.
   */
  send(parcel: Parcel, signal: AbortSignal, onWhole?: () => void): Promise<void>
  /** Closes everything at once, running tries too. */
  close(): void
}

export type Sent =
  | {
      state: 'sent'
      /** Where the letter went, if not to its recipient. */
      reason?: string
    }
  | {
      state: 'missed'
      /** Codes and a few words; no address, and no text of the other side. */
      reason: string
      /** The receiver got everything and did not answer: the letter may have arrived. */
      isDoubtful: boolean
      /** The same letter would be refused again. */
      isFinal: boolean
      /** No sender can reach the address for now. */
      isOfAddress?: boolean
      /** The fault is not about this letter: no letter would get through now. */
      isGeneral: boolean
    }

/** Milliseconds. */
export interface HandoverTiming {
  /** From the beginning of a try to the last byte of the letter. */
  attempt: number
  /** From the last byte on: RFC 5321 4.5.3.2.6 asks for ten minutes, since giving up sooner sends the letter twice. */
  answer: number
}

/**
 * One try. Until the last byte leaves, giving up costs nothing, so that is done soon, and at once where `signal`
 * aborts. After it only the receiver knows whether it has the letter, and we wait for its answer.
 */
export async function handOver(
  delivery: Delivery,
  parcel: Parcel,
  signal: AbortSignal,
  { attempt, answer }: HandoverTiming,
): Promise<Sent> {
  const cut = new AbortController()
  // nodemailer adds a listener for each connection that it tries.
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
    return judge(error, isWhole)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

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

/**
 * Writes each letter into a folder as the file that a mail program opens. The link in it is a key, so folder and files
 * are for this process's user alone. A letter that is sent again replaces its file.
 */
export function folderDelivery(folder: string, log: Log): Delivery {
  return {
    async send({ kind, id, date, bytes }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      const time = date.toISOString().replace(/[-:]|\.\d+/g, '')
      const file = join(folder, `${time}-${id}.eml`)
      // A program that watches the folder for `.eml` sees whole letters only, and a loss of power costs none.
      await writeFile(`${file}.part`, bytes, { mode: 0o600, flush: true })
      await rename(`${file}.part`, file)
      await flushFolder(folder)
      log.info({ kind }, `a letter lies in ${file}`)
    },
    close: () => {},
  }
}
