import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { deliveryTried } from '#server/lib/telemetry.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { reasonOf } from '#shared/contract/letter-desk.ts'
import type { OutboxChannel } from '#shared/contract/outbox.ts'
import { type Claimed, claimOutbox, type Item, type Settlement, settleOutbox } from './queries.ts'

export type Outcome =
  | { state: 'sent'; sentAs?: string; reason?: string }
  /** The item is no longer true, or has no recipient any more; `reason` is for the desk. */
  | { state: 'dropped'; reason: string }
  | {
      state: 'missed'
      /** A code and a sentence without addresses, for the desk. */
      reason: string
      /** The other server has received everything and did not answer, so the item may have arrived. */
      isDoubtful: boolean
      /** Another attempt would end the same way. */
      isFinal: boolean
      /** The fault concerns this recipient alone: the operator cannot repair it. */
      isOfAddress?: boolean
      /** The other server asked for no attempt before this moment; milliseconds since 1970. */
      notBefore?: number
      /** The fault does not concern this item: everything on the channel would fail now, so the channel rests. */
      isGeneral?: boolean
    }

/**
 * Sends one item; never throws for a fault of the other server. `signal` aborts the attempt when the process no longer
 * owns the item or is about to end.
 */
export type Send = (item: Item, signal: AbortSignal) => Promise<Outcome>

/** Milliseconds, except `atOnce`. */
export interface Timing {
  /**
   * Items that a process sends at once to one receiver: the mail server, where the strictest provider (Microsoft 365)
   * takes three connections, or one webhook.
   */
  atOnce: number
  /** An email that takes longer frees its place, so that others are sent. An attempt to reach a webhook ends sooner. */
  slow: number
  /** Time between two searches of the outbox, which find items that become due later: those are not notified. */
  look: number
  /** Items stay reserved for a process for this long after its last sign of life. */
  lease: number
  /** Time between two such signs of life. */
  heartbeat: number
  /** The pause after the first failure; each further one is three times as long, up to the longest. */
  firstPause: number
  longestPause: number
  /** The rest of a channel on which everything fails; each further one is twice as long, up to the longest. */
  firstRest: number
  longestRest: number
  /** Time between two plannings of reminders and other letters that are due by time. */
  plan: number
  prune: number
  /** How long the end of the process waits for running attempts. */
  closing: number
}

export const usualTiming: Timing = {
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

/** Up to a random quarter is added, so that items that failed together come back apart. */
function pauseAfter(attempts: number, { firstPause, longestPause }: Timing): number {
  const pause = Math.min(firstPause * 3 ** Math.min(attempts - 1, 20), longestPause)
  return pause * (1 + Math.random() / 4)
}

const restAfter = (rests: number, { firstRest, longestRest }: Timing): number =>
  Math.min(firstRest * 2 ** Math.min(rests, 20), longestRest)

export interface WorkerOptions {
  database: Database
  clock: Clock
  log: Log
  channel: OutboxChannel
  send: Send
  /** The id of this process among all senders. */
  holder: string
  timing: Timing
}

/** Claims the due items of one channel, sends them, and records the results. */
export class Worker {
  readonly #options: WorkerOptions
  /** Items whose result is not recorded yet. */
  readonly #underWay = new Set<Promise<void>>()
  readonly #cut = new AbortController()
  /** Aborted when the process no longer waits for results to be recorded. */
  readonly #over = new AbortController()
  #isStopping = false
  #isClaiming = false
  #isAwake = false
  /** Attempts that take long. */
  #slow = 0
  /** Changes when something gets through. */
  #through = 0
  /** Consecutive rests without a success. */
  #rests = 0
  #resting: NodeJS.Timeout | undefined

  constructor(options: WorkerOptions) {
    this.#options = options
    // Each attempt adds a listener.
    setMaxListeners(0, this.#cut.signal)
  }

  wake(): void {
    this.#isAwake = true
    if (!this.#isClaiming) void this.#claimAll()
  }

  /** Starts nothing more; resolves when the running attempts have ended. */
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

  /** Stops retrying to record results that the database does not take. */
  giveUp(): void {
    this.#over.abort()
  }

  async #claimAll(): Promise<void> {
    const { database, clock, log, channel, holder, timing } = this.#options
    this.#isClaiming = true
    while (this.#isAwake && this.#most() > 0) {
      this.#isAwake = false
      try {
        const claim = { holder, channel, most: this.#most(), lease: timing.lease, now: clock() }
        const items = await claimOutbox(database, claim)
        for (const item of items) this.#begin(item)
      } catch (error) {
        log.warn({ err: error, channel }, 'the outbox cannot be read')
      }
    }
    this.#isClaiming = false
  }

  /** How many items for one receiver may be under way; a new one after a rest shows whether the channel works again. */
  #most(): number {
    if (this.#isStopping || this.#resting) return 0
    return (this.#rests > 0 ? 1 : this.#options.timing.atOnce) + this.#slow
  }

  #begin(item: Claimed): void {
    const { channel, log } = this.#options
    // The channel or the process has stopped since the claim: the item is returned, so that any process may take it.
    const isLate = this.#isStopping || this.#resting !== undefined
    const tried: Promise<Settlement> = isLate
      ? Promise.resolve({ state: 'waiting', isUntried: true })
      : this.#try(item)
    const done = tried
      .then((settlement) => this.#settle(item, settlement))
      .catch((error: unknown) => log.error({ err: error, channel, item: item.id }, 'a delivery went wrong'))
      .finally(() => {
        this.#underWay.delete(done)
        // There is room again, and the next item of the same booking and reader may be sent.
        this.wake()
      })
    this.#underWay.add(done)
  }

  /** Retries as long as necessary: an item that was sent and not recorded would be sent again. */
  async #settle({ id, kind }: Claimed, settlement: Settlement): Promise<void> {
    const { database, log, channel, holder } = this.#options
    for (let pause = 50; ; pause = Math.min(pause * 2, 2000)) {
      try {
        const isOurs = await settleOutbox(database, holder, id, settlement)
        // Another process took it, or its booking or message was erased.
        if (!isOurs) log.info({ channel, kind, item: id }, 'something was no longer ours')
        if (!settlement.isUntried) deliveryTried.publish({ channel, outcome: settlement.state })
        return
      } catch (error) {
        log.warn({ err: error, channel, kind, item: id }, 'not yet written down')
      }
      if (this.#over.signal.aborted) return
      await sleep(pause, undefined, { signal: this.#over.signal }).catch(() => undefined)
    }
  }

  async #try(item: Claimed): Promise<Settlement> {
    const { clock, log, channel, send, timing } = this.#options
    const { signal } = this.#cut
    if (item.endsAt !== null && item.endsAt <= clock()) return { state: 'dropped', reason: 'too late' }
    const through = this.#through
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      this.#slow += 1
      // A full set of attempts is slow, and nothing got through since this one began.
      if (this.#slow >= timing.atOnce && this.#through === through) this.#closed('the other side is slow')
      else this.wake()
    }, timing.slow)
    const outcome = await send(item, signal).catch((error: unknown): Outcome => {
      log.error({ err: error, channel, kind: item.kind, item: item.id }, 'something could not be sent')
      return {
        state: 'missed',
        reason: reasonOf('EINTERNAL', 'a fault of ours'),
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
    // The attempt was aborted by this process.
    if (signal.aborted && !isDoubtful && !outcome.isFinal) return { state: 'waiting', reason }
    // While others get through, the fault was in one connection. A slow attempt shows nothing about the others.
    if (outcome.isGeneral && this.#through === through) this.#closed(reason)
    else if (!outcome.isGeneral && !isSlow) this.#opened()
    if (outcome.isFinal || item.giveUpAt <= clock()) {
      log.error(fields, 'something was given up')
      return { state: 'failed', reason, isDoubtful }
    }
    const pause = outcome.isGeneral ? restAfter(this.#rests, timing) : pauseAfter(item.attempts, timing)
    const dueAt = Math.max(clock() + pause, Math.min(outcome.notBefore ?? 0, item.giveUpAt))
    log.warn({ ...fields, again: new Date(dueAt).toISOString() }, 'something waits for another try')
    // It is due before the next search, so a timer wakes the worker.
    if (dueAt - clock() < timing.look) setTimeout(() => this.wake(), dueAt - clock() + 1).unref()
    return { state: 'waiting', reason, isDoubtful, isOfAddress, dueAt }
  }

  #opened(): void {
    if (this.#rests > 0) this.#options.log.info({ channel: this.#options.channel }, 'a channel is open again')
    this.#rests = 0
    this.#through += 1
  }

  /** Everything fails, so the channel rests before the next attempt. Attempts that fail together count once. */
  #closed(reason: string): void {
    if (this.#resting || this.#isStopping) return
    const { log, channel, timing } = this.#options
    const rest = restAfter(this.#rests, timing)
    if (this.#rests === 0) log.error({ channel, reason }, 'nothing gets through, a channel rests')
    this.#rests += 1
    this.#resting = setTimeout(() => {
      this.#resting = undefined
      this.wake()
    }, rest)
  }
}
