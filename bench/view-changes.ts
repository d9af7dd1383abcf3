import type { Browser } from 'playwright-core'
import type { ViewId } from '../src/content/views.ts'
import { launchChromium } from './chromium.ts'
import { addresses, type Phone, takePhone } from './phone.ts'
import { median, verdict } from './statistics.ts'
import { headingAfterClick, interactionOf, longestTask, watch } from './watch.ts'

const limitMs = 200

interface Change {
  inp: number
  heading: number
  task: number
}
type Changes = Map<ViewId, Change[]>

const others = addresses.filter(({ view }) => view !== 'home')

async function change(phone: Phone, path: string): Promise<Change> {
  const { page } = phone
  const link = page.locator(`footer a[href="${path}"]`).first()
  await link.scrollIntoViewIfNeeded()
  await page.waitForTimeout(300)
  const inp = await interactionOf(page, () => link.tap())
  const heading = await headingAfterClick(page)
  // The work after a change, such as scrolling and tracking, must not count for the next.
  await page.waitForTimeout(700)
  return { inp, heading, task: await longestTask(page) }
}

/** From home to each view and back, on one phone with a warm cache. */
async function walk(browser: Browser, site: string, sparesData: boolean, changes: Changes): Promise<void> {
  const phone = await takePhone(browser, { isOnSlow4G: true, sparesData })
  await watch(phone.page)
  await phone.page.goto(site)
  await phone.rest()
  await phone.slowDown()
  const note = (view: ViewId, one: Change) => changes.set(view, [...(changes.get(view) ?? []), one])
  for (const { view, path } of others) {
    note(view, await change(phone, path))
    note('home', await change(phone, '/'))
  }
  await phone.close()
}

/** INP, the time to the painted heading and the longest task for each change of view, before and after prefetching. */
export async function printViewChanges(site: string, runs: number): Promise<void> {
  const browser = await launchChromium()
  try {
    const [ahead, before]: [Changes, Changes] = [new Map(), new Map()]
    for (let run = 0; run < runs; run++) {
      await walk(browser, site, false, ahead)
      await walk(browser, site, true, before)
    }
    for (const { view } of addresses) {
      const inp = middle(ahead, view, 'inp')
      const heading = middle(ahead, view, 'heading')
      console.log(
        `view change   to ${view.padEnd(20)} INP ${inp.padStart(4)} ms, click to painted h1 ${heading.padStart(4)} ms: ` +
          `${verdict(Math.max(Number(inp), Number(heading)) <= limitMs)} (limit ${limitMs}); ` +
          `longest task ${longest(middle(ahead, view, 'task'))}; ` +
          `before it is fetched ahead INP ${middle(before, view, 'inp')}, h1 ${middle(before, view, 'heading')} ms`,
      )
    }
    console.log(`              medians of ${runs} walks, slow 4G, this machine 4x slower`)
  } finally {
    await browser.close()
  }
}

const longest = (task: string) => (task === '0' ? 'below 50 ms' : `${task} ms`)

const middle = (changes: Changes, view: ViewId, what: keyof Change) =>
  median((changes.get(view) ?? []).map((one) => one[what])).toFixed(0)
