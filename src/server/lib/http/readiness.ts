import { setTimeout as sleep } from 'node:timers/promises'

/** If a proxy requested `/readyz` within this many milliseconds, another such request is expected. */
const probeWindow = 60_000

/**
 * Tracks whether this process accepts new requests. Before the process ends, it reports that it is not ready but still
 * serves requests, so that a proxy that watches `/readyz` can stop sending requests. If there is no such proxy, the
 * process ends without this wait.
 */
export class Readiness {
  readonly #milliseconds: number
  readonly #wait: (milliseconds: number) => Promise<unknown>
  #askedAt = Number.NEGATIVE_INFINITY
  #isOff = false

  /** `milliseconds` is the time for which requests are still served after `turnOff`. */
  constructor(milliseconds: number, wait: (milliseconds: number) => Promise<unknown> = sleep) {
    this.#milliseconds = milliseconds
    this.#wait = wait
  }

  get isOff(): boolean {
    return this.#isOff
  }

  /** Must be called for each request to `/readyz`. */
  asked(): void {
    this.#askedAt = performance.now()
  }

  /** Reports that this process is not ready. Resolves once proxies have had time to notice the change. */
  async turnOff(): Promise<void> {
    this.#isOff = true
    if (performance.now() - this.#askedAt < probeWindow) await this.#wait(this.#milliseconds)
  }
}
