import type { Browser } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { addresses, takePhone } from './phone.ts'
import { median, verdict } from './statistics.ts'
import { interactionOf, watch } from './watch.ts'

const limitMs = 200

/** The cost of a tap on the first button that opens the dialog, on an idle page. */
async function open(browser: Browser, url: string): Promise<number> {
  const phone = await takePhone(browser)
  const { page } = phone
  await watch(page)
  await page.goto(url)
  await phone.rest()
  const button = page.locator('button[commandfor=booking][command=show-modal]:visible').first()
  await button.scrollIntoViewIfNeeded()
  await phone.slowDown()
  const taken = await interactionOf(page, () => button.tap())
  await phone.close()
  return taken
}

/** INP of opening the dialog on each view, in turn with the page written by hand. */
export async function printOpenings(site: string, bare: string, runs: number): Promise<void> {
  const browser = await launchChromium()
  try {
    const floor: number[] = []
    for (const { view, path } of addresses) {
      const ours: number[] = []
      for (let run = 0; run < runs; run++) {
        ours.push(await open(browser, site + path))
        floor.push(await open(browser, bare))
      }
      const [least, middle] = [Math.min(...ours), median(ours)]
      console.log(
        `inp           dialog on ${view.padEnd(20)} ${middle.toFixed(0).padStart(4)} ms, least ${least.toFixed(0)}: ` +
          `${verdict(middle <= limitMs)} (limit ${limitMs})`,
      )
    }
    console.log(
      `inp           dialog on the page by hand      ${median(floor).toFixed(0).padStart(4)} ms, least ${Math.min(...floor).toFixed(0)} ` +
        `(medians of ${runs}, this machine 4x slower)`,
    )
  } finally {
    await browser.close()
  }
}
