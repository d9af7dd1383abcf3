import type { Browser } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { takePhone } from './phone.ts'
import { median } from './statistics.ts'

interface Seen {
  /** Milliseconds from navigation to the first paint, and to a tap that opened the dialog. */
  painted: number
  opened: number
}

/** Runs in the page before anything else: taps the first booking button again and again until the dialog opens. */
function probe(): void {
  const seen: Seen = { painted: 0, opened: 0 }
  Object.assign(window, { seen })
  const timer = setInterval(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    if (!paint) return
    seen.painted = paint.startTime
    document.querySelector<HTMLElement>('header button[command]')?.click()
    if (!document.querySelector<HTMLDialogElement>('dialog')?.open) return
    seen.opened = performance.now()
    clearInterval(timer)
  }, 4)
}

/** A visit on slow 4G that taps 'Book Call' as soon as the button is visible. */
async function visit(browser: Browser, url: string): Promise<Seen> {
  const phone = await takePhone(browser, { isOnSlow4G: true })
  await phone.slowDown()
  await phone.page.addInitScript(probe)
  await phone.page.goto(url, { waitUntil: 'load' })
  const seen = await phone.page.waitForFunction(
    () => {
      const { seen } = window as unknown as { seen: Seen }
      return seen.opened > 0 && seen
    },
    undefined,
    { polling: 200 },
  )
  const result = (await seen.jsonValue()) as Seen
  await phone.close()
  return result
}

/**
 * How soon the home view is interactive, beside the page written by hand, in turns. Single visits differ by a fifth.
 */
export async function printSpeed(site: string, bare: string, runs: number): Promise<void> {
  const browser = await launchChromium()
  try {
    const ours: Seen[] = []
    const floor: Seen[] = []
    await visit(browser, site)
    for (let run = 0; run < runs; run++) {
      ours.push(await visit(browser, site))
      floor.push(await visit(browser, bare))
    }
    const compare = (name: string, by: (seen: Seen) => number) => {
      const [own, bare] = [median(ours.map(by)), median(floor.map(by))]
      console.log(
        `speed         ${name}: ${own.toFixed(0)} ms, page by hand ${bare.toFixed(0)} ms, ` +
          `ratio ${(own / bare).toFixed(3)}, medians of ${runs}`,
      )
    }
    compare('first contentful paint', (seen) => seen.painted)
    compare("'Book Call' opens the dialog", (seen) => seen.opened)
  } finally {
    await browser.close()
  }
}
