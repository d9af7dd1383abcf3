import { setTimeout as sleep } from 'node:timers/promises'

/** A proxy that requested `/readyz` within this many milliseconds watches it and will request it again. */
const watched = 60_000

/**
 * Whether this process accepts new requests. Before it ends, it reports that it is not ready and keeps serving for a
 * while, so that a proxy that watches `/readyz` stops sending requests before we close. Without such a proxy the end
 * need not wait.
 */
export class Readiness {
  readonly #milliseconds: number
  readonly #wait: (milliseconds: number) => Promise<unknown>
  #askedAt = Number.NEGATIVE_INFINITY
  #isOff = false

  /** `milliseconds`: how long to keep serving after `turnOff`. */
  constructor(milliseconds: number, wait: (milliseconds: number) => Promise<unknown> = sleep) {
    this.#milliseconds = milliseconds
    this.#wait = wait
  }

  get isOff(): boolean {
    return this.#isOff
  }

  /** Called for each request to `/readyz`. */
  asked(): void {
    this.#askedAt = performance.now()
  }

  /** Reports that we are not ready, and resolves when proxies have had time to notice. */
  async turnOff(): Promise<void> {
    this.#isOff = true
    if (performance.now() - this.#askedAt < watched) await this.#wait(this.#milliseconds)
  }
}
