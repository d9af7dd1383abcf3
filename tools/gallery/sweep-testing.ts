import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { colourRules, everyRule, loadAxe, violations } from './axe-testing.ts'
import { unreadable } from './forced-colors-testing.ts'
import { overflowing } from './overflow-testing.ts'

interface Appearance {
  name: string
  media: { colorScheme: 'light' | 'dark'; forcedColors: 'none' | 'active' }
  check: (page: Page, room: string) => Promise<string[]>
}

/**
 * They differ only in colours, so all rules run in the first and those about colours in the others.
 */
const appearances: readonly Appearance[] = [
  {
    name: 'light',
    media: { colorScheme: 'light', forcedColors: 'none' },
    check: (page, room) => violations(page, room, everyRule),
  },
  {
    name: 'dark',
    media: { colorScheme: 'dark', forcedColors: 'none' },
    check: (page, room) => violations(page, room, colourRules),
  },
  { name: 'forced, light', media: { colorScheme: 'light', forcedColors: 'active' }, check: unreadable },
  { name: 'forced, dark', media: { colorScheme: 'dark', forcedColors: 'active' }, check: unreadable },
]

/** A list that is asked for anew is faded; a state that goes on loading stays so, and is judged as it is. */
const longestBusy = 5000

/** A search is asked for some time after the last key, so its list may be asked for once more. */
const stillness = 400

/** Waits until a list is there that is being asked for, and for no longer than a state is meant to load. */
async function arrive(page: Page): Promise<void> {
  const busy = page.locator('table[aria-busy=true], [data-is-old=true]')
  const isSearched = (await page.locator('input[type=search]:not(:placeholder-shown)').count()) > 0
  for (const end = Date.now() + longestBusy; Date.now() < end; ) {
    if ((await busy.count()) > 0) await sleep(50)
    else {
      if (!isSearched) return
      await sleep(stillness)
      if ((await busy.count()) === 0) return
    }
  }
}

/** Waits until what moves has arrived: colours are judged where they stay, and not on their way. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}

/** Violations and overflow of the state on the page, each with its appearance. */
export async function sweep(page: Page, room: string): Promise<string[]> {
  const faults: string[] = []
  await loadAxe(page)
  await arrive(page)
  for (const { name, media, check } of appearances) {
    await page.emulateMedia(media)
    await settle(page)
    const found = [...(await check(page, room)), ...(await overflowing(page))]
    faults.push(...found.map((fault) => `${name}: ${fault}`))
  }
  // The looks that follow expect the page as it was opened.
  await page.emulateMedia({ colorScheme: null, forcedColors: null })
  return faults
}
