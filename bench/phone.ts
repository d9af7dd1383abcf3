import { type Browser, chromium, type Page } from 'playwright-core'
import { viewIds } from '../src/content/views.ts'
import { findChromium } from '../tools/prepare/find-program.ts'

/** Chromium cannot use its sandbox as root, and Chromium's background requests would distort the measurements. */
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']

/** Slow 4G: 1.6 Mbit/s, 150 ms round trip. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

declare global {
  interface Window {
    /**
     * The time of the largest paint so far, the duration of the longest interaction so far, and the time until the
     * dialog opened, all in milliseconds.
     */
    seen: Record<'lcp' | 'inp' | 'opened', number>
  }
}

/** The views and their paths. */
export const addresses = viewIds.map((view) => ({ view, path: view === 'home' ? '/' : `/?view=${view}` }))

export async function withChromium(work: (browser: Browser) => Promise<void>, ...more: string[]) {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...flags, ...more],
  })
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}

/**
 * Calls `work` with a phone whose cache is empty. The phone's page records its web vitals in `window.seen`; `slowDown`
 * makes the CPU four times slower.
 */
export async function withPhone<Result>(
  browser: Browser,
  isOnSlow4G: boolean,
  work: (phone: { page: Page; slowDown: () => Promise<unknown> }) => Promise<Result>,
): Promise<Result> {
  const viewport = { width: 412, height: 823 }
  const screen = { viewport, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
  const context = await browser.newContext(screen)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (isOnSlow4G) await session.send('Network.emulateNetworkConditions', slow4G)
  // The compiler wraps named functions in calls to this helper, including functions that run in the page.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(() => {
    window.seen = { lcp: 0, inp: 0, opened: 0 }
    const watch = (options: object, see: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(see)).observe(options)
    watch({ type: 'largest-contentful-paint', buffered: true }, ({ startTime }) => {
      window.seen.lcp = startTime
    })
    // On a page with few interactions, INP is the duration of the longest interaction.
    watch({ type: 'event', buffered: true, durationThreshold: 16 }, (entry) => {
      const { interactionId, duration } = entry as PerformanceEventTiming
      if (interactionId) window.seen.inp = Math.max(window.seen.inp, duration)
    })
  })
  try {
    return await work({ page, slowDown: () => session.send('Emulation.setCPUThrottlingRate', { rate: 4 }) })
  } finally {
    await context.close()
  }
}

/** This is longer than the time that a page waits before it starts to prefetch. */
const quietMs = 2500

/** Opens the page and waits until the network is idle. */
export async function openUntilIdle(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const count = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  for (let before = -1, now = await count(); now !== before; now = await count()) {
    before = now
    await page.waitForTimeout(quietMs)
  }
}

/** Waits until the page has recorded this measurement, and returns it. */
export async function readVital(page: Page, what: keyof Window['seen']): Promise<number> {
  const value = await page.waitForFunction((name) => window.seen[name] > 0 && window.seen[name], what, {
    polling: 50,
  })
  return Number(await value.jsonValue())
}
