import type { BrowserContext } from '@playwright/test'
import { withServer } from './server.ts'

export { expect } from '@playwright/test'

/** Errors that a page may report. A test that provokes an error declares the error's text here. */
export class PageErrors {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []

  /** Allows errors that match, even if they have already occurred. */
  expect(text: RegExp): void {
    this.#expected.push(text)
  }

  get unexpected(): string[] {
    return this.#seen.filter((fault) => !this.#expected.some((text) => text.test(fault)))
  }

  /** Chromium logs policy violations and failed requests to the console as errors. */
  watch(context: BrowserContext): void {
    context.on('weberror', (fault) => this.#seen.push(`uncaught: ${String(fault.error())}`))
    context.on('console', (message) => {
      if (message.type() === 'error') this.#seen.push(`${message.text()} (${message.location().url})`)
    })
  }
}

interface Fixtures {
  faults: PageErrors
  /** True if an idle page may prefetch. Otherwise, an idle page sends no requests. */
  fetchesAhead: boolean
  /** Tells the site that data saving is on in the visitor's browser. */
  spared: undefined
}

/** A small touch screen. If touch and width matter, call `test.use(phone)`. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
}

/** The name of an ordinary browser. If a browser declares that it is automated, the site marks its visits as a bot's. */
export const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'

/** Turns on data saving, so that the pages in this context do not prefetch. */
const spareData = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))

/**
 * The test function of every end-to-end test. Provides a real server, and a page whose unexpected errors fail the test.
 */
export const test = withServer.extend<Fixtures>({
  fetchesAhead: [false, { option: true }],

  spared: [
    async ({ context, fetchesAhead }, use) => {
      if (!fetchesAhead) await spareData(context)
      await use(undefined)
    },
    { auto: true },
  ],

  faults: [
    async ({ context }, use) => {
      const faults = new PageErrors()
      faults.watch(context)
      await use(faults)
      if (faults.unexpected.length > 0) {
        throw new Error(`The page reported unexpected errors:\n${faults.unexpected.join('\n')}`)
      }
    },
    { auto: true },
  ],
})
