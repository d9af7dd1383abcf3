import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { reasonOf } from '#shared/contract/mail-faults.ts'
import type { OutboxChannel } from '#shared/contract/outbox.ts'
import type { Leases } from './leases.ts'
import { Pace } from './pace.ts'
import { ahead, pauseAfter, restAfter, type Timing } from './policy.ts'
import { type Claimed, claimOutbox, type Settlement } from './queries.ts'
import type { Settling } from './settling.ts'
import type { Outcome, Send } from './types.ts'

export interface WorkerOptions {
  database: Database
  clock: Clock
  log: Log
  channel: OutboxChannel
  send: Send
  /** Names this process among those who send. */
  holder: string
  leases: Leases
  settling: Settling
  timing: Timing
  /** Milliseconds from one beginning to the next, at least: as it is now. */
  pace?: () => number
}

/** Takes what is due on one channel, sends it, and writes down what became of it. */
export class Worker {
  readonly #options: WorkerOptions
  /** Taken and not yet begun. */
  readonly #queue: { item: Claimed; signal: AbortSignal }[] = []
  /** Items that were claimed again while an earlier try of them was under way, by their id. */
  readonly #again = new Map<string, Claimed>()
  /** How many are being tried. */
  #trying = 0
  /** Tries whose result is not written down yet. */
  readonly #underWay = new Set<Promise<void>>()
  /** Set when no further item may be begun. */
  #stopping = false
  #claiming = false
  #awake = false
  /** Rests since something last got through. */
  #rests = 0
  #resting: NodeJS.Timeout | undefined
  readonly #pace: Pace

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#pace = new Pace(options.pace ?? (() => 0))
  }

  /** Wakes the worker, because there may be something to send. */
  wake(): void {
    this.#awake = true
    if (!this.#claiming) void this.#claimAll()
  }

  /** Resolves when what is under way has ended. */
  async finish(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#resting)
    this.#pace.stop()
    this.#giveBack()
    while (this.#claiming || this.#underWay.size > 0) {
      await Promise.all(this.#underWay)
      await sleep(0)
    }
  }

  async #claimAll(): Promise<void> {
    this.#claiming = true
    while (this.#awake && this.#wanted() > 0) {
      this.#awake = false
      try {
        await this.#claim(this.#wanted())
      } catch (error) {
        this.#options.log.warn({ err: error, channel: this.#options.channel }, 'the outbox cannot be read')
      }
    }
    this.#claiming = false
  }

  /** How many are tried at once; only one after a rest, to find out whether the channel works again. */
  #room(): number {
    if (this.#stopping || this.#resting) return 0
    return this.#rests > 0 ? 1 : this.#options.timing.atOnce
  }

  /** How many are to be taken: none while enough wait, so that one commit takes several. */
  #wanted(): number {
    const { channel, timing } = this.#options
    const room = this.#room()
    const most = room < timing.atOnce ? 0 : room * ahead[channel]
    const waiting = this.#queue.length
    return waiting > most / 2 ? 0 : room + most - this.#trying - waiting
  }

  async #claim(most: number): Promise<void> {
    const { database, clock, channel, holder, leases, timing } = this.#options
    const since = performance.now()
    const items = await claimOutbox(database, { holder, channel, most, lease: timing.lease, now: clock() })
    if (items.length === most) this.#awake = true
    for (const item of items) {
      const isOurs = leases.has(item.id)
      const signal = leases.hold(item.id, since)
      if (isOurs) this.#again.set(item.id, item)
      else this.#queue.push({ item, signal })
    }
    if (this.#room() === 0) this.#giveBack()
    this.#begin()
  }

  #begin(): void {
    while (this.#trying < this.#room() && this.#queue.length > 0 && this.#pace.take(() => this.#begin())) {
      const next = this.#queue.shift()
      if (!next) break
      this.#trying += 1
      const tried = this.#try(next.item, next.signal).finally(() => {
        this.#trying -= 1
        this.#begin()
      })
      this.#end(next.item, tried)
    }
    if (this.#awake) this.wake()
  }

  /** Gives back the items that nobody has begun, so that any process may take them. */
  #giveBack(): void {
    for (const { item } of this.#queue.splice(0))
      this.#end(item, Promise.resolve({ state: 'waiting', isUntried: true }))
  }

  /** Writes down what becomes of it, while others are tried already. */
  #end(item: Claimed, tried: Promise<Settlement>): void {
    const { channel, leases, log, settling } = this.#options
    const done = tried
      .then((settlement) => settling.settle(item, settlement))
      .catch((error: unknown) => log.error({ err: error, channel, item: item.id }, 'a delivery went wrong'))
      .then(() => {
        leases.release(item.id)
        return this.#retake(item.id)
      })
      .finally(() => {
        this.#underWay.delete(done)
        // What waited for this one, of the same booking and reader.
        this.wake()
      })
    this.#underWay.add(done)
  }

  /**
   * What was taken while we were at it: either our lease had ended and nobody else had come, and what was written down is
   * about this; or it was written down, due again and taken before we heard so, and nobody is at it.
   */
  async #retake(id: string): Promise<void> {
    const item = this.#again.get(id)
    if (!item) return
    this.#again.delete(id)
    const { channel, leases, log } = this.#options
    const signal = await leases.retake(id).catch((error: unknown) => {
      // The lease ends by itself, and another process finds the item.
      log.warn({ err: error, channel, item: id }, 'whether something is ours could not be asked')
      return null
    })
    if (!signal) return
    this.#queue.push({ item, signal })
    if (this.#stopping) this.#giveBack()
    else this.#begin()
  }

  async #try(item: Claimed, signal: AbortSignal): Promise<Settlement> {
    const { clock, log, channel, send, timing } = this.#options
    // Our lease has ended while it waited: somebody else may be at it.
    if (signal.aborted) return { state: 'waiting', isUntried: true }
    if (item.endsAt !== null && item.endsAt <= clock()) return { state: 'dropped', reason: 'too late' }
    const outcome = await send(item, signal).catch((error: unknown): Outcome => {
      log.error({ err: error, channel, kind: item.kind, item: item.id }, 'something could not be sent')
      return {
        state: 'missed',
        reason: reasonOf('EINTERNAL', 'a fault of ours'),
        isDoubtful: false,
        isFinal: false,
      }
    })
    if (outcome.state !== 'missed') {
      this.#opened()
      return outcome
    }
    const { reason, isDoubtful, isOfAddress } = outcome
    const fields = { channel, kind: item.kind, item: item.id, attempts: item.attempts, reason }
    // We ended it ourselves.
    if (signal.aborted && !isDoubtful && !outcome.isFinal) return { state: 'waiting', reason }
    if (outcome.isGeneral) this.#closed(reason)
    else this.#opened()
    if (outcome.isFinal || item.giveUpAt <= clock()) {
      log.error(fields, 'something was given up')
      return { state: 'failed', reason, isDoubtful }
    }
    const pause = outcome.isGeneral ? restAfter(this.#rests, timing) : pauseAfter(item.attempts, timing)
    const dueAt = Math.max(clock() + pause, Math.min(outcome.notBefore ?? 0, item.giveUpAt))
    log.warn({ ...fields, again: new Date(dueAt).toISOString() }, 'something waits for another try')
    // What is due before the next look would wait for that.
    if (dueAt - clock() < timing.look) setTimeout(() => this.wake(), dueAt - clock() + 1).unref()
    return { state: 'waiting', reason, isDoubtful, isOfAddress, dueAt }
  }

  #opened(): void {
    if (this.#rests > 0) this.#options.log.info({ channel: this.#options.channel }, 'a channel is open again')
    this.#rests = 0
  }

  /** Nothing gets through, so the channel rests before another try. Tries that fail together count as one failure. */
  #closed(reason: string): void {
    if (this.#resting || this.#stopping) return
    const { log, channel, timing } = this.#options
    const rest = restAfter(this.#rests, timing)
    if (this.#rests === 0) log.error({ channel, reason }, 'nothing gets through, a channel rests')
    this.#rests += 1
    this.#giveBack()
    this.#resting = setTimeout(() => {
      this.#resting = undefined
      this.wake()
    }, rest)
  }
}
