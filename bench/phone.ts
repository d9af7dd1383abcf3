import { type Browser, chromium, type Page } from 'playwright-core'
import { viewIds } from '../src/content/views.ts'
import { findChromium } from '../tools/prepare/find-program.ts'

/** No sandbox for root, and none of the calls home that would disturb a measurement. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
]

/** Slow 4G: 1.6 Mbit/s, 150 ms there and back. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

declare global {
  interface Window {
    /** Milliseconds: the largest paint so far, the longest press so far, and until the dialog was open. */
    seen: Record<'lcp' | 'inp' | 'opened', number>
  }
}

/** The address of each view for external links. */
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
 * A phone with an empty cache, whose page tells its vitals in `window.seen`. After `slowDown` the processor is four times
 * slower than this machine.
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
  // What compiles this program wraps functions that have a name in this one, also those that run in the page.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(() => {
    window.seen = { lcp: 0, inp: 0, opened: 0 }
    const watch = (options: object, see: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(see)).observe(options)
    watch({ type: 'largest-contentful-paint', buffered: true }, ({ startTime }) => {
      window.seen.lcp = startTime
    })
    // A page with few presses has the longest of them as its INP.
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

/** Longer than a page waits before it prefetches. */
const quietMs = 2500

/** Opens the page and waits until nothing is fetched any more. */
export async function openAtRest(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const count = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  for (let before = -1, now = await count(); now !== before; now = await count()) {
    before = now
    await page.waitForTimeout(quietMs)
  }
}

/** What the page has seen of this, once it has. */
export async function seenOf(page: Page, what: keyof Window['seen']): Promise<number> {
  const value = await page.waitForFunction((name) => window.seen[name] > 0 && window.seen[name], what, {
    polling: 50,
  })
  return Number(await value.jsonValue())
}
