import type { Page, Request } from '@playwright/test'
import { expect } from '#e2e/test.ts'

/** How long nothing has to be under way before a page counts as at rest. */
const restMs = 1000

/**
 * What a page fetches from here on. The browser's own 'network idle' comes once for each document, so it may have been
 * before that which a test waits for.
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

  /** Waits until nothing is under way, and has not been for a second. */
  async rests(): Promise<void> {
    await expect
      .poll(() => this.#underWay.size === 0 && Date.now() - this.#last >= restMs, {
        message: 'the page fetches nothing more',
        timeout: 30_000,
      })
      .toBe(true)
  }

  #note(change: () => unknown): void {
    change()
    this.#last = Date.now()
  }
}
