import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Leases } from './leases.ts'
import { type Channel, pauseAfter, restAfter, type Timing } from './policy.ts'
import { type Claimed, claimOutbox, type Settlement, settleOutbox } from './queries.ts'
import type { Outcome, Send } from './types.ts'

export interface WorkerOptions {
  database: Database
  clock: Clock
  log: Log
  channel: Channel
  send: Send
  /** Names this process among those who send. */
  holder: string
  leases: Leases
  timing: Timing
}

/** Takes what is due on one channel, sends it, and writes down what became of it. */
export class Worker {
  readonly #options: WorkerOptions
  readonly #underWay = new Set<Promise<void>>()
  /** Nothing new is begun. */
  #stopping = false
  /** Nobody waits for us any more. */
  readonly #over = new AbortController()
  #claiming = false
  #awake = false
  /** Rests since something last got through. */
  #rests = 0
  #resting: NodeJS.Timeout | undefined

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** There may be something to do. */
  wake(): void {
    this.#awake = true
    if (!this.#claiming) void this.#claimAll()
  }

  /** Resolves when what is under way has ended. */
  async finish(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#resting)
    while (this.#claiming || this.#underWay.size > 0) {
      await Promise.all(this.#underWay)
      await sleep(0)
    }
  }

  /** Ends the attempts to write down what became of things. */
  giveUp(): void {
    this.#over.abort()
  }

  async #claimAll(): Promise<void> {
    this.#claiming = true
    while (this.#awake && this.#free() > 0) {
      this.#awake = false
      try {
        await this.#claim()
      } catch (error) {
        this.#options.log.warn({ err: error, channel: this.#options.channel }, 'the outbox cannot be read')
      }
    }
    this.#claiming = false
  }

  /** How many may be begun: one to try whether the channel is open again. */
  #free(): number {
    if (this.#stopping || this.#resting) return 0
    return (this.#rests > 0 ? 1 : this.#options.timing.atOnce) - this.#underWay.size
  }

  async #claim(): Promise<void> {
    const { database, clock, log, channel, holder, leases, timing } = this.#options
    const since = performance.now()
    const most = this.#free()
    const items = await claimOutbox(database, { holder, channel, most, lease: timing.lease, now: clock() })
    if (items.length === most) this.#awake = true
    for (const item of items) {
      // Our lease ended although we are still at it, and nobody else came: it is ours as before.
      const isUnderWay = leases.has(item.id)
      const signal = leases.hold(item.id, since)
      if (isUnderWay) continue
      const done = this.#deliver(item, signal)
        .catch((error: unknown) => log.error({ err: error, channel, item: item.id }, 'a delivery went wrong'))
        .finally(() => {
          leases.release(item.id)
          this.#underWay.delete(done)
          this.wake()
        })
      this.#underWay.add(done)
    }
  }

  async #deliver(item: Claimed, signal: AbortSignal): Promise<void> {
    const settlement = this.#stopping ? ({ state: 'waiting' } as const) : await this.#try(item, signal)
    await this.#settle(item, settlement)
  }

  async #try(item: Claimed, signal: AbortSignal): Promise<Settlement> {
    const { clock, log, channel, send, timing } = this.#options
    if (item.endsAt !== null && item.endsAt <= clock()) return { state: 'dropped', reason: 'too late' }
    const outcome = await send(item, signal).catch((error: unknown): Outcome => {
      log.error({ err: error, channel, kind: item.kind, item: item.id }, 'something could not be sent')
      return { state: 'missed', reason: 'EINTERNAL: a fault of ours', isDoubtful: false, isFinal: false }
    })
    if (outcome.state !== 'missed') {
      this.#opened()
      return outcome
    }
    const { reason, isDoubtful } = outcome
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
    return { state: 'waiting', reason, isDoubtful, dueAt }
  }

  #opened(): void {
    if (this.#rests > 0) this.#options.log.info({ channel: this.#options.channel }, 'a channel is open again')
    this.#rests = 0
  }

  /** Nothing gets through, so we do not knock with every letter. Those that fail together count once. */
  #closed(reason: string): void {
    if (this.#resting || this.#stopping) return
    const { log, channel, timing } = this.#options
    const rest = restAfter(this.#rests, timing)
    if (this.#rests === 0) log.error({ channel, reason }, 'nothing gets through, a channel rests')
    this.#rests += 1
    this.#resting = setTimeout(() => {
      this.#resting = undefined
      this.wake()
    }, rest)
  }

  /**
   * For as long as it takes: something that was sent and is not written down would be sent again. It is no longer ours
   * when somebody else took it meanwhile, or when what it is about was erased.
   */
  async #settle(item: Claimed, settlement: Settlement): Promise<void> {
    const { database, log, channel, holder } = this.#options
    for (let pause = 50; ; pause = Math.min(pause * 2, 2000)) {
      try {
        const isOurs = await settleOutbox(database, item.id, holder, settlement)
        if (!isOurs) log.info({ channel, kind: item.kind, item: item.id }, 'something was no longer ours')
        return
      } catch (error) {
        if (this.#over.signal.aborted) return
        log.warn({ err: error, channel, kind: item.kind, item: item.id }, 'not yet written down')
        await sleep(pause, undefined, { signal: this.#over.signal }).catch(() => undefined)
      }
    }
  }
}
