import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { deliveryTried } from '#server/lib/telemetry.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { formatMailReason } from '#shared/contract/letter-previews.ts'
import type { OutboxChannel } from '#shared/contract/outbox.ts'
import { type AttemptResult, type LeasedItem, leaseItems, type OutboxItem, recordAttempt } from './queries.ts'

export type DeliveryOutcome =
  | { state: 'sent'; sentAs?: string; reason?: string }
  /** The item is outdated or has no recipient. The desk shows `reason`. */
  | { state: 'dropped'; reason: string }
  | {
      state: 'missed'
      /** A code and a sentence that the desk shows; they contain no addresses. */
      reason: string
      /** True if the receiver got the complete item but did not respond, so the item may have arrived. */
      isDoubtful: boolean
      /** True if another attempt would fail in the same way. */
      isFinal: boolean
      /** True if the error concerns only this recipient, so the operator cannot fix it. */
      isOfAddress?: boolean
      /** The earliest time that the receiver allows for the next attempt, in milliseconds since 1970. */
      notBefore?: number
      /** True if every item would fail now, not only this item; in that case, the channel pauses. */
      isGeneral?: boolean
    }

/**
 * Sends one item; errors at the receiver never cause an exception. `signal` aborts the attempt when the process is
 * about to end.
 */
export type SendItem = (item: OutboxItem, signal: AbortSignal) => Promise<DeliveryOutcome>

/** Milliseconds, except `atOnce`. */
export interface WorkerTiming {
  /**
   * The number of items that a process sends at the same time to one receiver: a webhook or the mail server. The
   * strictest mail provider (Microsoft 365) allows three connections.
   */
  atOnce: number
  /**
   * Milliseconds after which an email stops counting toward `atOnce`. Webhook attempts time out sooner.
   */
  slow: number
  /** The time between two searches for items that have become due. No notification is sent when an item becomes due. */
  look: number
  /** The length of a lease, counted from its last renewal. */
  lease: number
  /** The time between two renewals of a lease. */
  heartbeat: number
  /**
   * The pause after an item's first failure. Each later pause is three times as long as the previous one, up to the
   * longest pause.
   */
  firstPause: number
  longestPause: number
  /**
   * The first pause of a channel whose attempts all fail. Each later pause is twice as long as the previous one, up
   * to the longest pause.
   */
  firstRest: number
  longestRest: number
  /** The time between two runs that queue reminders and other scheduled emails. */
  plan: number
  prune: number
  /** The time that a stopping process waits for running attempts. */
  closing: number
}

export const usualTiming: WorkerTiming = {
  atOnce: 3,
  slow: 15_000,
  look: 5000,
  lease: 60_000,
  heartbeat: 20_000,
  firstPause: 5000,
  longestPause: 900_000,
  firstRest: 1000,
  longestRest: 60_000,
  plan: 30_000,
  prune: 3_600_000,
  closing: 5000,
}

/**
 * Lengthens the pause by a random amount of up to a quarter, so that items that failed together are not retried
 * together.
 */
function retryDelayAfter(attempts: number, { firstPause, longestPause }: WorkerTiming): number {
  const pause = Math.min(firstPause * 3 ** Math.min(attempts - 1, 20), longestPause)
  return pause * (1 + Math.random() / 4)
}

const channelPauseAfter = (rests: number, { firstRest, longestRest }: WorkerTiming): number =>
  Math.min(firstRest * 2 ** Math.min(rests, 20), longestRest)

export interface WorkerOptions {
  database: Database
  clock: Clock
  log: Log
  channel: OutboxChannel
  send: SendItem
  /** The id that distinguishes this process from other processes that send items. */
  leaseOwner: string
  timing: WorkerTiming
}

/** Leases the due items of one channel, sends them, and records the results. */
export class OutboxWorker {
  readonly #options: WorkerOptions
  /** Items whose results are not yet recorded. */
  readonly #underWay = new Set<Promise<void>>()
  readonly #cut = new AbortController()
  /** This signal is aborted when the process stops waiting for results to be recorded. */
  readonly #over = new AbortController()
  #isStopping = false
  #isClaiming = false
  #isAwake = false
  /** The number of running attempts that are slow. */
  #slow = 0
  /** A counter that increases when an attempt shows that the channel works. */
  #through = 0
  /** The number of consecutive pauses since the channel's last success. */
  #rests = 0
  #resting: NodeJS.Timeout | undefined

  constructor(options: WorkerOptions) {
    this.#options = options
    // Each attempt adds a listener, so the number of listeners must not be limited.
    setMaxListeners(0, this.#cut.signal)
  }

  wake(): void {
    this.#isAwake = true
    if (!this.#isClaiming) void this.#claimAll()
  }

  /** Prevents new attempts; resolves when the running attempts have ended. */
  async finish(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#resting)
    while (this.#isClaiming || this.#underWay.size > 0) {
      await Promise.all(this.#underWay)
      await sleep(0)
    }
  }

  /** Aborts every attempt that can still be aborted. */
  cut(): void {
    this.#cut.abort()
  }

  /** Stops trying to record results that the database does not accept. */
  giveUp(): void {
    this.#over.abort()
  }

  async #claimAll(): Promise<void> {
    const { database, clock, log, channel, leaseOwner, timing } = this.#options
    this.#isClaiming = true
    while (this.#isAwake && this.#most() > 0) {
      this.#isAwake = false
      try {
        const claim = { leaseOwner, channel, most: this.#most(), lease: timing.lease, now: clock() }
        const items = await leaseItems(database, claim)
        for (const item of items) this.#begin(item)
      } catch (error) {
        log.warn({ err: error, channel }, 'reading outbox failed')
      }
    }
    this.#isClaiming = false
  }

  /**
   * The number of items that may be sent to one receiver at the same time. After a pause, only one item is sent, to
   * test whether the channel works again.
   */
  #most(): number {
    if (this.#isStopping || this.#resting) return 0
    return (this.#rests > 0 ? 1 : this.#options.timing.atOnce) + this.#slow
  }

  #begin(item: LeasedItem): void {
    const { channel, log } = this.#options
    // The channel has paused or the process is stopping, so the item is returned to the queue for any process.
    const isLate = this.#isStopping || this.#resting !== undefined
    const tried: Promise<AttemptResult> = isLate
      ? Promise.resolve({ state: 'waiting', isUntried: true })
      : this.#try(item)
    const done = tried
      .then((settlement) => this.#settle(item, settlement))
      .catch((error: unknown) => log.error({ err: error, channel, item: item.id }, 'delivery failed unexpectedly'))
      .finally(() => {
        this.#underWay.delete(done)
        // Another item can be sent now, such as the next item for the same booking and recipient.
        this.wake()
      })
    this.#underWay.add(done)
  }

  /** Retries until the result is recorded, because an item that was sent but not recorded would be sent again. */
  async #settle({ id, kind }: LeasedItem, settlement: AttemptResult): Promise<void> {
    const { database, log, channel, leaseOwner } = this.#options
    for (let pause = 50; ; pause = Math.min(pause * 2, 2000)) {
      try {
        const isOurs = await recordAttempt(database, leaseOwner, id, settlement)
        // Another process has the lease, or the booking or message was erased.
        if (!isOurs) log.info({ channel, kind, item: id }, 'outbox lease lost')
        if (!settlement.isUntried) deliveryTried.publish({ channel, outcome: settlement.state })
        return
      } catch (error) {
        log.warn({ err: error, channel, kind, item: id }, 'recording delivery result failed, will retry')
      }
      if (this.#over.signal.aborted) return
      await sleep(pause, undefined, { signal: this.#over.signal }).catch(() => undefined)
    }
  }

  async #try(item: LeasedItem): Promise<AttemptResult> {
    const { clock, log, channel, send, timing } = this.#options
    const { signal } = this.#cut
    if (item.endsAt !== null && item.endsAt <= clock()) return { state: 'dropped', reason: 'too late' }
    const through = this.#through
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      this.#slow += 1
      // All running attempts are slow, and no attempt has succeeded since this attempt began.
      if (this.#slow >= timing.atOnce && this.#through === through) this.#closed('the receiver is slow')
      else this.wake()
    }, timing.slow)
    const outcome = await send(item, signal).catch((error: unknown): DeliveryOutcome => {
      log.error({ err: error, channel, kind: item.kind, item: item.id }, 'delivery failed')
      return {
        state: 'missed',
        reason: formatMailReason('EINTERNAL', 'internal error'),
        isDoubtful: false,
        isFinal: false,
      }
    })
    clearTimeout(timer)
    if (isSlow) this.#slow -= 1
    if (outcome.state !== 'missed') {
      this.#opened()
      return outcome
    }
    const { reason, isDoubtful, isOfAddress } = outcome
    const fields = { channel, kind: item.kind, item: item.id, attempts: item.attempts, reason }
    // This process aborted the attempt.
    if (signal.aborted && !isDoubtful && !outcome.isFinal) return { state: 'waiting', reason }
    // If another attempt has succeeded in the meantime, only this connection failed. A slow attempt does not show
    // whether the channel works.
    if (outcome.isGeneral && this.#through === through) this.#closed(reason)
    else if (!outcome.isGeneral && !isSlow) this.#opened()
    if (outcome.isFinal || item.giveUpAt <= clock()) {
      log.error(fields, 'delivery abandoned')
      return { state: 'failed', reason, isDoubtful }
    }
    const pause = outcome.isGeneral ? channelPauseAfter(this.#rests, timing) : retryDelayAfter(item.attempts, timing)
    const dueAt = Math.max(clock() + pause, Math.min(outcome.notBefore ?? 0, item.giveUpAt))
    log.warn({ ...fields, again: new Date(dueAt).toISOString() }, 'delivery scheduled for retry')
    // The item is due before the next search, so a timer wakes the worker.
    if (dueAt - clock() < timing.look) setTimeout(() => this.wake(), dueAt - clock() + 1).unref()
    return { state: 'waiting', reason, isDoubtful, isOfAddress, dueAt }
  }

  #opened(): void {
    if (this.#rests > 0) this.#options.log.info({ channel: this.#options.channel }, 'channel resumed')
    this.#rests = 0
    this.#through += 1
  }

  /** Pauses the channel, because all attempts fail. Attempts that fail together count as one failure. */
  #closed(reason: string): void {
    if (this.#resting || this.#isStopping) return
    const { log, channel, timing } = this.#options
    const rest = channelPauseAfter(this.#rests, timing)
    if (this.#rests === 0) log.error({ channel, reason }, 'channel paused after repeated failures')
    this.#rests += 1
    this.#resting = setTimeout(() => {
      this.#resting = undefined
      this.wake()
    }, rest)
  }
}
