import type { Page } from '@playwright/test'
import { everyRule, findViolations, loadAxe } from '#tools/testing/axe.ts'
import { expect, test } from './test.ts'

interface ViewportLook {
  colorScheme: 'light' | 'dark'
  width: number
  height: number
}

const laptop: ViewportLook = { colorScheme: 'light', width: 1440, height: 900 }
const phone: ViewportLook = { colorScheme: 'dark', width: 390, height: 844 }
/**
 * Colors depend on the color scheme, and layout depends on the width. Checking these two combinations therefore finds
 * the same violations as checking all four.
 */
const looks = [laptop, phone]

/** The number of states checked so far, by file. */
const checkedStates = new Map<string, number>()

/** Returns the look for the next state: within each file, the two looks alternate. */
function nextLook(): ViewportLook {
  const { file } = test.info()
  const count = checkedStates.get(file) ?? 0
  checkedStates.set(file, count + 1)
  return count % 2 ? phone : laptop
}

/** Expects no axe violations on the current page in one of the two looks. */
export const isAccessible = (page: Page): Promise<void> => looksGood(page, [nextLook()])

export const isAccessibleInBoth = (page: Page): Promise<void> => looksGood(page, looks)

async function looksGood(page: Page, asked: readonly ViewportLook[]): Promise<void> {
  await loadAxe(page)
  for (const look of asked) {
    await applyLook(page, look)
    const found = await findViolations(page, true, { runOnly: everyRule })
    expect(found, `${look.colorScheme}, ${look.width} px wide`).toEqual([])
  }
  // For the rest of the test, the page keeps the phone's size and color scheme.
  await applyLook(page, phone)
}

async function applyLook(page: Page, { colorScheme, width, height }: ViewportLook): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
  // After the page becomes narrower, its scroll position is arbitrary: a sticky bar could cover half of any control.
  await page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) scrollTo({ top: 0, behavior: 'instant' })
    else focused.scrollIntoView({ block: 'center', behavior: 'instant' })
  })
}
