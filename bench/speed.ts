import type { Browser } from 'playwright-core'
import { launchChromium } from './chromium.ts'

/** Many, since one visit differs from the next by a fifth. */
const runs = 41
/** A phone: 4x slower, 1.6 Mbit/s, 150 ms there and back. */
const phone = {
  cpu: 4,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) | 0,
  uploadThroughput: (750e3 / 8) | 0,
}

/** Runs in the page before anything else: taps the first book button again and again until the dialog is open. */
function probe(): void {
  const seen = { opened: 0 }
  Object.assign(window, { seen })
  const timer = setInterval(() => {
    const button = document.querySelector<HTMLElement>('header button[command]')
    const painted = performance.getEntriesByName('first-contentful-paint').length > 0
    if (button && painted) button.click()
    if (!document.querySelector<HTMLDialogElement>('dialog')?.open) return
    seen.opened = performance.now()
    clearInterval(timer)
  }, 4)
}

/** Milliseconds from navigation until a tap on 'Book Call', made as soon as it can be seen, opens the dialog. */
async function visit(browser: Browser, url: string): Promise<number> {
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
  await page.goto(url, { waitUntil: 'load' })
  const opened = await page.waitForFunction(
    () => (window as unknown as { seen: { opened: number } }).seen.opened,
    undefined,
    { polling: 200 },
  )
  const milliseconds = await opened.jsonValue()
  await context.close()
  return milliseconds
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** How soon the home view answers a tap, beside its static twin: medians of alternating visits, and their ratio. */
export async function printSpeed(site: string, twin: string): Promise<void> {
  const browser = await launchChromium()
  try {
    const ours: number[] = []
    const floor: number[] = []
    await visit(browser, site)
    for (let run = 0; run < runs; run++) {
      ours.push(await visit(browser, site))
      floor.push(await visit(browser, twin))
    }
    console.log(
      `speed         'Book Call' opens the dialog: ${median(ours).toFixed(0)} ms, ` +
        `static page ${median(floor).toFixed(0)} ms, ` +
        `ratio ${(median(ours) / median(floor)).toFixed(3)} (goal 1.1), medians of ${runs}`,
    )
  } finally {
    await browser.close()
  }
}
