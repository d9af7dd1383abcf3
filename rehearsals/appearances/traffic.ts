import type { Page, Request } from '@playwright/test'
import { expect } from '#e2e/test.ts'

/** Milliseconds without requests until a page counts as idle. */
const restMs = 1000

/**
 * The requests of a page from now on. The browser reports 'network idle' once for each document, possibly before the requests
 * that a test waits for.
 */
export class Traffic {
  readonly #underWay = new Set<Request>()
  #last = Date.now()

  constructor(page: Page) {
    page.on('request', (request) => this.#note(() => this.#underWay.add(request)))
    const ended = (request: Request) => this.#note(() => this.#underWay.delete(request))
    page.on('requestfinished', ended)
    page.on('requestfailed', ended)
  }

  /** Waits until there were no requests for a second. */
  async rests(): Promise<void> {
    await expect
      .poll(() => this.#underWay.size === 0 && Date.now() - this.#last >= restMs, {
        message: 'the page has no more requests',
        timeout: 30_000,
      })
      .toBe(true)
  }

  #note(change: () => unknown): void {
    change()
    this.#last = Date.now()
  }
}
