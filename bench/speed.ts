import type { Browser, Page } from 'playwright-core'
import { addresses, openUntilIdle, readVital, withPhone } from './phone.ts'
import { median, printReportLine, printResult, verdict } from './statistics.ts'

const limits = { start: 1.1, dialog: 1.5, viewMs: 200 }

/**
 * Visits our page and the handwritten page alternately. The first visit to each page does not count, because first
 * visits are slower. The very first visit also starts the browser.
 */
async function inTurns<Seen>(runs: number, ours: string, floor: string, visit: (url: string) => Promise<Seen>) {
  const seen: { ours: Seen; floor: Seen }[] = []
  for (let run = 0; run <= runs; run++) seen.push({ ours: await visit(ours), floor: await visit(floor) })
  return seen.slice(1)
}

/** Prints our time as a multiple of the time for the handwritten page. */
function sayRatio(name: string, seen: readonly { ours: number; floor: number }[], limit: number): void {
  const [own, bare] = [median(seen.map(({ ours }) => ours)), median(seen.map(({ floor }) => floor))]
  const words = `${own.toFixed(0)} ms, handwritten page ${bare.toFixed(0)}, ratio ${(own / bare).toFixed(2)}`
  printResult(name, `${words} (goal ${limit}) ${verdict(own / bare <= limit)}`)
}

/**
 * Measures on slow 4G when the home view is painted, and when the view responds to a tap on 'Book Call' right after the
 * first paint. Compares both times with the handwritten page's. The times of single visits can differ by 20%.
 */
export async function printSpeed(browser: Browser, site: string, bare: string, runs: number): Promise<void> {
  const seen = await inTurns(runs, site, bare, (url) => visit(browser, url))
  printReportLine(`medians of ${runs} visits, slow 4G, this machine 4x slower`, 'speed')
  const of = (what: 'lcp' | 'opened') => seen.map(({ ours, floor }) => ({ ours: ours[what], floor: floor[what] }))
  sayRatio('largest contentful paint', of('lcp'), limits.start)
  sayRatio("'Book Call' opens the dialog", of('opened'), limits.start)
}

const visit = (browser: Browser, url: string) =>
  withPhone(browser, true, async ({ page, slowDown }) => {
    await slowDown()
    await page.addInitScript(() => {
      const timer = setInterval(() => {
        if (performance.getEntriesByName('first-contentful-paint').length === 0) return
        document.querySelector<HTMLElement>('header button[command]')?.click()
        if (!document.querySelector('dialog')?.open) return
        window.seen.opened = performance.now()
        clearInterval(timer)
      }, 4)
    })
    await page.goto(url)
    return { opened: await readVital(page, 'opened'), lcp: await readVital(page, 'lcp') }
  })

/** Measures the INP of opening the dialog on each idle view, and compares it with the handwritten page's. */
export async function printOpenings(browser: Browser, site: string, bare: string, runs: number): Promise<void> {
  printReportLine(`medians of ${runs} taps, this machine 4x slower`, 'dialog INP')
  for (const { view, path } of addresses)
    sayRatio(view, await inTurns(runs, site + path, bare, (url) => open(browser, url)), limits.dialog)
}

const open = (browser: Browser, url: string) =>
  withPhone(browser, false, async ({ page, slowDown }) => {
    await openUntilIdle(page, url)
    const button = page.locator('button[commandfor=booking][command=show-modal]:visible').first()
    await button.scrollIntoViewIfNeeded()
    await slowDown()
    await button.tap()
    await page.waitForFunction(() => document.querySelector('dialog')?.open)
    // The browser reports the click after earlier events such as the touch. The longest event counts.
    await page.waitForTimeout(1000)
    return page.evaluate(() => window.seen.inp)
  })

/** Uses an idle phone to measure the INP and the time from a tap until the next view's heading is painted. */
export async function printViewChanges(browser: Browser, site: string, runs: number): Promise<void> {
  const times = new Map<string, number[]>()
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
  for (let run = 0; run < runs; run++)
    await withPhone(browser, true, async ({ page, slowDown }) => {
      await openUntilIdle(page, site)
      await slowDown()
      for (const { view, path } of addresses.slice(1)) {
        note(`tap to painted h1 of ${view}`, await change(page, path))
        note('tap to painted h1 of home', await change(page, '/'))
      }
      note('INP of all taps', await readVital(page, 'inp'))
    })
  printReportLine(`medians of ${runs} runs, slow 4G, this machine 4x slower; limit ${limits.viewMs} ms`, 'view change')
  for (const [name, all] of times)
    printResult(name, `${median(all).toFixed(0)} ms ${verdict(median(all) <= limits.viewMs)}`)
}

/** Returns the time in milliseconds between the tap and the paint of the next view's heading. */
async function change(page: Page, path: string): Promise<number> {
  const link = page.locator(`footer a[href="${path}"]`).first()
  await link.scrollIntoViewIfNeeded()
  await page.evaluate(() => {
    const heading = () => document.querySelector('h1')?.textContent
    const before = heading()
    const look = (since: number) => {
      // A timer that is set in an animation frame fires after the frame's paint.
      if (heading() === before) requestAnimationFrame(() => look(since))
      else setTimeout(() => Object.assign(window.seen, { opened: performance.now() - since }))
    }
    window.seen.opened = 0
    addEventListener('click', ({ timeStamp }) => requestAnimationFrame(() => look(timeStamp)), {
      once: true,
      capture: true,
    })
  })
  // Waits until scrolling, tracking and other work after the last view change is done.
  await page.waitForTimeout(700)
  await link.tap()
  return readVital(page, 'opened')
}
