import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/lib/clock.ts'
import type { Log } from '#server/lib/log.ts'
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
  /** Hands the letter over; returns at once. Failures are retried, then logged without the address. */
  post(letter: Letter): void
  /**
   * One try, for whoever keeps the letter and tries again. The same `id` and `date` each time: they name the letter.
   * `signal` ends the try unless the last byte has left; then the other side has up to ten minutes to say something.
   */
  send(letter: Letter, how: Stamp & { signal: AbortSignal }): Promise<Sent>
  /** Waits for what was posted, for a bounded time, and ends all tries; for the end of the process. */
  close(): Promise<void>
}

export interface MailerOptions {
  /** Null lays letters into `folder`. */
  smtpUrl: string | null
  /** `Name <address>` or an address. */
  from: string
  folder: string
  dkim?: Dkim | null
  log: Log
  clock: Clock
  timing?: Partial<Timing>
}

/** Milliseconds. */
export interface Timing {
  /** For which a server may be silent before it has greeted us; with what is posted, at any time. */
  patience: number
  /** For one try of what is posted, up to the last byte and again from there on. */
  attempt: number
  /** Between one try and the next of what is posted; after the last, the letter is given up. */
  pauses: readonly number[]
  /** For letters under way when the process ends. */
  closing: number
  /** For a try of what somebody keeps. */
  kept: HandoverTiming
}

/** Some twelve minutes in all: a restart of the mail server, and the greylisting that turns strangers away once. */
const usual: Timing = {
  patience: 8000,
  attempt: 20_000,
  pauses: [2000, 10_000, 60_000, 180_000, 480_000],
  closing: 2500,
  kept: { attempt: 60_000, answer: 600_000 },
}

/** So many letters wait in memory at most. The limits on mail are far below it. */
const most = 1000

export function openMailer({ smtpUrl, from, folder, dkim, log, clock, timing }: MailerOptions): Mailer {
  const { patience, attempt, pauses, closing, kept } = { ...usual, ...timing }
  const sender = wanted(readSender(from), 'The sender of mail is not an address.')
  const write = messageWriter(dkim ?? null)
  const [forPosted, forKept] = deliveries()
  const ending = new AbortController()
  const underWay = new Set<Promise<void>>()

  /** Apart, so that a server that takes its time with one kind does not hold up the other. */
  function deliveries(): [Delivery, Delivery] {
    if (smtpUrl === null) return [folderDelivery(folder, log), folderDelivery(folder, log)]
    const server = wanted(readSmtpUrl(smtpUrl), 'The address of the mail server cannot be read.')
    const silence = kept.attempt + kept.answer
    return [
      smtpDelivery(server, { patience, silence: patience, connections: 2 }),
      smtpDelivery(server, { patience, silence, connections: 5 }),
    ]
  }

  async function pack(letter: Letter, stamp: Stamp): Promise<Parcel> {
    const bytes = await write(toMessage(letter, sender, stamp))
    return { ...stamp, kind: letter.kind, from: sender.address, to: letter.to, bytes }
  }

  async function attemptOne(
    delivery: Delivery,
    letter: Letter,
    how: Stamp & { signal: AbortSignal },
    phases: HandoverTiming,
  ): Promise<Sent> {
    const { signal, ...stamp } = how
    try {
      return await handOver(delivery, await pack(letter, stamp), signal, phases)
    } catch (error) {
      if (!(error instanceof BadLetter)) return judge(error, false)
      const reason = `EREFUSED: ${error.message}`
      return { state: 'missed', reason, isDoubtful: false, isFinal: true, isGeneral: false }
    }
  }

  /** Tries, waits, tries again. When the process ends the wait is cut short, and the next try is the last. */
  async function deliver(letter: Letter): Promise<void> {
    const { kind } = letter
    const how = { id: randomUUID(), date: new Date(clock()), signal: new AbortController().signal }
    for (const pause of [...pauses, null]) {
      const isLast = pause === null || ending.signal.aborted
      const sent = await attemptOne(forPosted, letter, how, { attempt, answer: attempt })
      if (sent.state === 'sent') return
      const { reason } = sent
      if (isLast || sent.isFinal) return log.error({ kind, reason }, 'a letter was not delivered')
      log.warn({ kind, reason, seconds: pause / 1000 }, 'a letter waits for another try')
      await sleep(pause, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  return {
    post(letter) {
      if (underWay.size >= most) {
        log.error({ kind: letter.kind }, 'a letter was not taken: too many are waiting')
        return
      }
      const tracked = deliver(letter).finally(() => underWay.delete(tracked))
      underWay.add(tracked)
    },
    send: (letter, how) => attemptOne(forKept, letter, how, kept),
    async close() {
      ending.abort()
      const bound = new AbortController()
      await Promise.race([
        Promise.all(underWay),
        sleep(closing, undefined, { signal: bound.signal }).catch(() => undefined),
      ])
      bound.abort()
      forPosted.close()
      forKept.close()
    },
  }
}

function wanted<T>(value: T | null, sentence: string): T {
  if (value === null) throw new RangeError(sentence)
  return value
}
