import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SendMailOptions } from 'nodemailer'
import type { Clock } from '#server/lib/clock.ts'
import type { Log } from '#server/lib/log.ts'
import { describeFault, isPermanent } from './delivery.ts'
import { folderDelivery } from './folder.ts'
import { BadLetter, type Letter, readSender, toMessage } from './letter.ts'
import { readSmtpUrl, smtpDelivery } from './smtp.ts'

export type { Letter } from './letter.ts'

export interface Mailer {
  /** Hands the letter over; returns at once. Failures are retried, then logged without the address. */
  post(letter: Letter): void
  /** Waits for what is under way, for a bounded time; for the end of the process. */
  close(): Promise<void>
}

export interface MailerOptions {
  /** Null lays letters into `folder`. */
  smtpUrl: string | null
  /** `Name <address>` or an address. */
  from: string
  folder: string
  log: Log
  clock: Clock
  timing?: Timing
}

/** Milliseconds. */
export interface Timing {
  /** For which a server may be silent. */
  patience: number
  /** For one try as a whole. A server that answers a letter at a time is never silent. */
  attempt: number
  /** Between one try and the next; after the last, the letter is given up. */
  pauses: readonly number[]
  /** For letters under way when the process ends. */
  closing: number
}

/** Some twelve minutes in all: a restart of the mail server, and the greylisting that turns strangers away once. */
const usual: Timing = {
  patience: 8000,
  attempt: 20_000,
  pauses: [2000, 10_000, 60_000, 180_000, 480_000],
  closing: 2500,
}

/** So many letters wait in memory at most. The limits on mail are far below it. */
const most = 1000

export function openMailer({ smtpUrl, from, folder, log, clock, timing = usual }: MailerOptions): Mailer {
  const sender = wanted(readSender(from), 'The sender of mail is not an address.')
  const delivery =
    smtpUrl === null
      ? folderDelivery(folder, log, clock)
      : smtpDelivery(
          wanted(readSmtpUrl(smtpUrl), 'The address of the mail server cannot be read.'),
          timing.patience,
        )
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const underWay = new Set<Promise<void>>()

  /** Tries, waits, tries again. When the process ends the wait is cut short, and the next try is the last. */
  async function deliver(message: SendMailOptions, kind: string): Promise<void> {
    for (const pause of [...timing.pauses, null]) {
      const isLast = pause === null || closing.signal.aborted
      try {
        return await delivery.send(message, kind, AbortSignal.timeout(timing.attempt))
      } catch (error) {
        const fault = { kind, ...describeFault(error) }
        if (isLast || isPermanent(error)) return log.error(fault, 'a letter was not delivered')
        log.warn({ ...fault, seconds: pause / 1000 }, 'a letter waits for another try')
        await sleep(pause, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  function post(letter: Letter): void {
    const { kind } = letter
    if (underWay.size >= most) {
      log.error({ kind }, 'a letter was not taken: too many are waiting')
      return
    }
    try {
      const delivered = deliver(toMessage(letter, sender, clock()), kind)
      const tracked = delivered.finally(() => underWay.delete(tracked))
      underWay.add(tracked)
    } catch (error) {
      if (!(error instanceof BadLetter)) throw error
      log.error({ kind: 'refused' }, `a letter was not taken: ${error.message}`)
    }
  }

  return {
    post,
    async close() {
      closing.abort()
      const bound = new AbortController()
      await Promise.race([
        Promise.all(underWay),
        sleep(timing.closing, undefined, { signal: bound.signal }).catch(() => undefined),
      ])
      bound.abort()
      delivery.close()
    },
  }
}

function wanted<T>(value: T | null, sentence: string): T {
  if (value === null) throw new RangeError(sentence)
  return value
}
