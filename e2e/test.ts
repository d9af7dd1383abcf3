import type { BrowserContext } from '@playwright/test'
import { withServer } from './server.ts'

export { expect } from '@playwright/test'

/** Faults a page reports. A test that provokes one says so, with the text it expects. */
export class PageFaults {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []

  /** Allows faults that match, from now on or from before. */
  expect(text: RegExp): void {
    this.#expected.push(text)
  }

  get unexpected(): string[] {
    return this.#seen.filter((fault) => !this.#expected.some((text) => text.test(fault)))
  }

  /** Chromium writes refusals of the content security policy and failed requests to the console as errors. */
  watch(context: BrowserContext): void {
    context.on('weberror', (fault) => this.#seen.push(`uncaught: ${String(fault.error())}`))
    context.on('console', (message) => {
      if (message.type() === 'error') this.#seen.push(`${message.text()} (${message.location().url})`)
    })
  }
}

/** The test function of every journey: the real server, and a page in which nothing may go wrong unseen. */
export const test = withServer.extend<{ faults: PageFaults }>({
  faults: [
    async ({ context }, use) => {
      const faults = new PageFaults()
      faults.watch(context)
      await use(faults)
      if (faults.unexpected.length > 0) {
        throw new Error(`The page reported what no test expects:\n${faults.unexpected.join('\n')}`)
      }
    },
    { auto: true },
  ],
})
