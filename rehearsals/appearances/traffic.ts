import type { Page, Request } from '@playwright/test'
import { expect } from '#e2e/test.ts'

/** A page is idle if no request has been pending for this long. */
const restMs = 1000

/**
 * Counts a page's requests from now on. The browser's own 'network idle' event occurs only once per document, possibly
 * before the requests that a test waits for.
 */
export class PageTraffic {
  readonly #underWay = new Set<Request>()
  #last = Date.now()

  constructor(page: Page) {
    page.on('request', (request) => this.#note(() => this.#underWay.add(request)))
    const ended = (request: Request) => this.#note(() => this.#underWay.delete(request))
    page.on('requestfinished', ended)
    page.on('requestfailed', ended)
  }

  /** Waits until no request has been pending for a second. */
  async rests(): Promise<void> {
    await expect
      .poll(() => this.#underWay.size === 0 && Date.now() - this.#last >= restMs, {
        message: 'the page is idle',
        timeout: 30_000,
      })
      .toBe(true)
  }

  #note(change: () => unknown): void {
    change()
    this.#last = Date.now()
  }
}
