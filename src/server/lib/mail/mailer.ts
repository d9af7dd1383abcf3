import type { Log } from '#server/lib/log.ts'
import { reasonOf } from '#shared/contract/mail-faults.ts'
import { writtenToFile } from '#shared/contract/outbox.ts'
import type { Delivery, Parcel, Sent } from './delivery.ts'
import { judge } from './fault.ts'
import { folderDelivery } from './folder.ts'
import { type HandoverTiming, handOver } from './handover.ts'
import { BadLetter, type Letter, readSender, type Stamp, toMessage } from './letter.ts'
import { readSmtpUrl, smtpDelivery } from './smtp.ts'
import { type Dkim, messageWriter } from './write-message.ts'

export type { Sent } from './delivery.ts'
export type { Letter } from './letter.ts'
export type { Dkim } from './write-message.ts'

export interface Mailer {
  /**
   * One try; the caller keeps the letter and tries again, with the same `id` and `date`, which identify it. `signal`
   * ends the try unless the last byte has left; then the receiver has up to ten minutes to answer.
   */
  send(letter: Letter, how: Stamp & { signal: AbortSignal }): Promise<Sent>
  /** Ends all tries; for the end of the process. */
  close(): void
}

export interface MailerOptions {
  /** Null writes letters into `folder`. */
  smtpUrl: string | null
  /** `Name <address>` or an address. */
  from: string
  folder: string
  dkim?: Dkim | null
  log: Log
  timing?: Partial<Timing>
}

/** Milliseconds. */
export interface Timing extends HandoverTiming {
  /** How long a server may be silent before its greeting. */
  patience: number
}

const usual: Timing = { patience: 8000, attempt: 60_000, answer: 600_000 }

export function openMailer(options: MailerOptions): Mailer {
  const { smtpUrl, from, folder, dkim, log, timing } = options
  const phases = { ...usual, ...timing }
  const sender = wanted(readSender(from), 'The sender of mail is not an address.')
  const write = messageWriter(dkim ?? null)
  const delivery = smtpUrl === null ? folderDelivery(folder, log) : byServer(smtpUrl, phases)

  async function pack(letter: Letter, stamp: Stamp): Promise<Parcel> {
    const bytes = await write(toMessage(letter, sender, stamp))
    return { ...stamp, kind: letter.kind, from: sender.address, to: letter.to, bytes }
  }

  return {
    async send(letter, { signal, ...stamp }) {
      try {
        const sent = await handOver(delivery, await pack(letter, stamp), signal, phases)
        return smtpUrl === null && sent.state === 'sent' ? { ...sent, reason: writtenToFile } : sent
      } catch (error) {
        if (!(error instanceof BadLetter)) return judge(error, false)
        const reason = reasonOf('EREFUSED', error.message)
        return { state: 'missed', reason, isDoubtful: false, isFinal: true, isGeneral: false }
      }
    },
    close: () => delivery.close(),
  }
}

function byServer(smtpUrl: string, { patience, attempt, answer }: Timing): Delivery {
  const server = wanted(readSmtpUrl(smtpUrl), 'The address of the mail server cannot be read.')
  return smtpDelivery(server, { patience, silence: attempt + answer })
}

function wanted<T>(value: T | null, sentence: string): T {
  if (value === null) throw new RangeError(sentence)
  return value
}
