import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Look } from './looks-testing.ts'
import { overflowing } from './overflow-testing.ts'
import { sweep } from './sweep-testing.ts'

/** What a person sees in each state of a room; a state without an entry does not compile. */
type Looks<States> = { readonly [Name in keyof States]: readonly Look[] }

/** Expected errors: browsers log each unsuccessful response. */
const isExpected = (text: string) => text.startsWith('Failed to load resource')

const phone = {
  viewport: { width: 390, height: 844 },
  timezoneId: 'Africa/Johannesburg',
  locale: 'en-GB',
  reducedMotion: 'reduce',
} as const

let started: Promise<Browser> | undefined

/** One for all files of a worker; it closes with the worker. */
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
 * Opens each state of a room in a phone's viewport and checks it. In every state axe may find nothing, nothing may be
 * wider than the viewport, and nothing may be logged to the console.
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
        await page.goto(`${inject('gallery').url}/gallery/frame/${room}/${encodeURIComponent(state)}`)
        await page.locator('html[data-gallery]').waitFor({ state: 'attached' })
        expect(faults).toEqual([])
        expect(await sweep(page, room), `${room}/${state}`).toEqual([])
        for (const look of all) await look(page)
        expect(await overflowing(page)).toEqual([])
        expect(faults).toEqual([])
      })
    }
  })
}
