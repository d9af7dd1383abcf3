import { setTimeout as sleep } from 'node:timers/promises'

/** Whoever asked `/readyz` within so many milliseconds watches it, and will ask again. */
const watched = 60_000

/**
 * Whether this process wants new requests. Before it ends it says no for a while and goes on serving, so that whoever
 * watches `/readyz`, such as a proxy, sends nothing here any more by the time we close. Where nobody watches, nobody
 * would notice, and the end need not wait.
 */
export class Readiness {
  readonly #milliseconds: number
  #askedAt = Number.NEGATIVE_INFINITY
  #isOff = false

  /** For so many milliseconds we go on serving. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  get isOff(): boolean {
    return this.#isOff
  }

  /** Somebody asks whether we are ready. */
  asked(): void {
    this.#askedAt = performance.now()
  }

  /** Says no from now on, and resolves when whoever watches has had their time. */
  async turnOff(): Promise<void> {
    this.#isOff = true
    if (performance.now() - this.#askedAt < watched) await sleep(this.#milliseconds)
  }
}
