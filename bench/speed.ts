import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumFlags, findChromium } from './chromium.ts'

const runs = 9
/** A phone: 4x slower, 1.6 Mbit/s, 150 ms there and back. */
const phone = { cpu: 4, latency: 150, downloadThroughput: (1.6e6 / 8) | 0, uploadThroughput: (750e3 / 8) | 0 }

interface Visit {
  /** Largest contentful paint, ms after navigation. */
  lcp: number
  /** Until a tap on 'Book Call' has opened the dialog, when it is tapped as soon as it can be seen. */
  opened: number
}

/** Runs in the page before anything else: taps the first book button again and again until the dialog is open. */
function probe(): void {
  const seen = { lcp: 0, opened: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  if (location.hash !== '#tap') return
  const timer = setInterval(() => {
    const button = document.querySelector<HTMLElement>('header button[command]')
    const painted = performance.getEntriesByName('first-contentful-paint').length > 0
    if (button && painted) button.click()
    if (!document.querySelector<HTMLDialogElement>('dialog')?.open) return
    seen.opened = performance.now()
    clearInterval(timer)
  }, 4)
}

async function visit(browser: Browser, url: string, what: keyof Visit): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...phone })
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.cpu })
  await page.addInitScript(probe)
  await page.goto(`${url}${what === 'opened' ? '#tap' : ''}`, { waitUntil: 'load' })
  const measured = await settled(page, what)
  await context.close()
  return measured
}

async function settled(page: Page, what: keyof Visit): Promise<number> {
  // Long enough for script and font to arrive, so that a later, larger paint would count.
  await page.waitForTimeout(what === 'lcp' ? 3000 : 1500)
  return page.evaluate((key) => (window as unknown as { seen: Visit }).seen[key], what)
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** The home view beside its static twin: medians of alternating visits, and their ratio. */
export async function printSpeed(site: string, twin: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    for (const [what, limit] of [
      ['lcp', 1.05],
      ['opened', 1.1],
    ] as const) {
      const ours: number[] = []
      const floor: number[] = []
      await visit(browser, site, what)
      for (let run = 0; run < runs; run++) {
        ours.push(await visit(browser, site, what))
        floor.push(await visit(browser, twin, what))
      }
      const ratio = (median(ours) / median(floor)).toFixed(3)
      const name = what === 'lcp' ? 'LCP' : "'Book Call' opens the dialog"
      const figures = `${median(ours).toFixed(0)} ms, static page ${median(floor).toFixed(0)} ms`
      console.log(`speed         ${name}: ${figures}, ratio ${ratio} (goal ${limit}), medians of ${runs}`)
    }
  } finally {
    await browser.close()
  }
}
