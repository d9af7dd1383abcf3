import type { Log } from '#server/lib/log.ts'
import { type Repeated, repeat } from '#server/lib/repeat.ts'

interface Lease {
  end: AbortController
  timer: NodeJS.Timeout
}

/** The items that this process holds a lease of. Whoever works on one is told when its lease has ended. */
export class Leases {
  readonly #held = new Map<string, Lease>()
  readonly #milliseconds: number
  readonly #renew: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly #heart: Repeated

  /** `renew` says that we are still at these, and gives those that are still ours. */
  constructor(
    renew: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
    timing: { lease: number; heartbeat: number },
    log: Log,
  ) {
    this.#renew = renew
    // Our lease ends a little before the database's does, so that nothing is sent while another process may be
    // sending it.
    this.#milliseconds = (timing.lease * 5) / 6
    this.#heart = repeat('outbox leases', timing.heartbeat, log, async () => {
      const ids = [...this.#held.keys()]
      if (ids.length === 0) return
      const since = performance.now()
      const ours = await renew(ids)
      for (const id of ids.filter((each) => this.has(each))) {
        if (ours.has(id)) this.hold(id, since)
        else this.#held.get(id)?.end.abort()
      }
    })
  }

  has(id: string): boolean {
    return this.#held.has(id)
  }

  /** Ours since then, by the clock of `performance`; once more where it is ours already. */
  hold(id: string, since: number): AbortSignal {
    const lease = this.#held.get(id)
    const end = lease?.end ?? new AbortController()
    clearTimeout(lease?.timer)
    const left = since + this.#milliseconds - performance.now()
    this.#held.set(id, { end, timer: setTimeout(() => end.abort(), Math.max(left, 0)) })
    return end.signal
  }

  /** Holds the item again where the database says that the lease is ours; gives null where it is not. */
  async retake(id: string): Promise<AbortSignal | null> {
    const since = performance.now()
    return (await this.#renew([id])).has(id) ? this.hold(id, since) : null
  }

  release(id: string): void {
    clearTimeout(this.#held.get(id)?.timer)
    this.#held.delete(id)
  }

  /** Aborts every try that can still be aborted. */
  endAll(): void {
    for (const { end } of this.#held.values()) end.abort()
  }

  async close(): Promise<void> {
    for (const { timer } of this.#held.values()) clearTimeout(timer)
    await this.#heart.stop()
  }
}
