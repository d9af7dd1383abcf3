import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Look } from './looks-testing.ts'

/** What a person would see, of each state of a room: one that has none does not compile. */
type Looks<States> = { readonly [Name in keyof States]: readonly Look[] }

/** Errors that a state is about: the browser itself writes a line for each answer that is a refusal. */
const isExpected = (text: string) => text.startsWith('Failed to load resource')

const phone = {
  viewport: { width: 390, height: 844 },
  timezoneId: 'Africa/Johannesburg',
  locale: 'en-GB',
  reducedMotion: 'reduce',
} as const

let started: Promise<Browser> | undefined

/** One for all files that a worker takes; it ends with the worker. */
function browser(): Promise<Browser> {
  if (started) return started
  const { program } = inject('gallery')
  started = chromium.launch({
    ...(program && { executablePath: program }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  return started
}

/**
 * Opens each state of a room on a phone and looks at it. Of all of them it is asked that nothing is wider than the screen
 * and nothing is written to the console.
 */
export function seeStates<States extends object>(room: string, looks: Looks<States>): void {
  describe(room, () => {
    let page: Page
    const faults: string[] = []

    beforeAll(async () => {
      page = await (await browser()).newPage(phone)
      page.on('console', (line) => {
        if (line.type() === 'error' && !isExpected(line.text())) faults.push(line.text())
      })
      page.on('pageerror', (error) => faults.push(String(error)))
    })
    afterAll(() => page?.close())

    for (const [state, all] of Object.entries<readonly Look[]>(looks)) {
      test(state, async () => {
        faults.length = 0
        await page.goto(`${inject('gallery').url}/gallery/frame/${room}/${state}`)
        await page.locator('html[data-gallery]').waitFor({ state: 'attached' })
        expect(faults).toEqual([])
        for (const look of all) await look(page)
        expect(await tooWide(page)).toEqual([])
        expect(faults).toEqual([])
      })
    }
  })
}

/** What stands out of the screen to the right, with its words. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return wide.slice(0, 5).map((one) => `${one.tagName} ${one.className}: ${one.textContent.slice(0, 60)}`)
  })
