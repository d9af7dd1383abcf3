import type { Browser, CDPSession, Page } from 'playwright-core'
import { viewIds } from '../src/content/views.ts'

/** 4x slower than this machine. */
const slowCpu = 4
/** Slow 4G: 1.6 Mbit/s, 150 ms there and back. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) | 0,
  uploadThroughput: (750e3 / 8) | 0,
}

export interface Phone {
  page: Page
  slowDown: () => Promise<void>
  /** Waits until the network is idle. */
  rest: () => Promise<void>
  close: () => Promise<void>
}

interface PhoneOptions {
  isOnSlow4G?: boolean
  /** With data saving on, nothing is prefetched. */
  sparesData?: boolean
}

/** A phone with an empty cache. */
export async function takePhone(browser: Browser, options: PhoneOptions = {}): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  if (options.isOnSlow4G) await slowLine(session)
  if (options.sparesData)
    await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
  return {
    page,
    slowDown: async () => {
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowCpu })
    },
    rest: () => untilNothingComes(page),
    close: () => context.close(),
  }
}

async function slowLine(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4G)
}

/** Longer than a page waits before it prefetches. */
const quietMs = 2500

async function untilNothingComes(page: Page): Promise<void> {
  const count = () => page.evaluate<number>("performance.getEntriesByType('resource').length")
  for (let before = -1, now = await count(); now !== before; now = await count()) {
    before = now
    await page.waitForTimeout(quietMs)
  }
}

/** The address of each view for external links. */
export const addresses = viewIds.map((view) => ({
  view,
  path: view === 'home' ? '/' : `/?view=${view}`,
}))
