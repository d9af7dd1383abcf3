import type { Page } from '@playwright/test'
import { everyRule, judged, loadAxe } from '#tools/testing/axe.ts'
import { expect, test } from './test.ts'

interface Look {
  colorScheme: 'light' | 'dark'
  width: number
  height: number
}

const laptop: Look = { colorScheme: 'light', width: 1440, height: 900 }
const phone: Look = { colorScheme: 'dark', width: 390, height: 844 }
/** Colors depend on the scheme, and layout depends on the width. So these two looks find what all four pairs would. */
const looks = [laptop, phone]

/** The number of states checked so far, by file. */
const lookedAt = new Map<string, number>()

/** The states of a file alternate between the two looks. */
function nextLook(): Look {
  const { file } = test.info()
  const count = lookedAt.get(file) ?? 0
  lookedAt.set(file, count + 1)
  return count % 2 ? phone : laptop
}

/** Expects that the current page has no axe violations in one look. */
export const isAccessible = (page: Page): Promise<void> => looksGood(page, [nextLook()])

export const isAccessibleInBoth = (page: Page): Promise<void> => looksGood(page, looks)

async function looksGood(page: Page, asked: readonly Look[]): Promise<void> {
  await loadAxe(page)
  for (const look of asked) {
    await turnTo(page, look)
    const found = await judged(page, true, { runOnly: everyRule })
    expect(found, `${look.colorScheme}, ${look.width} px wide`).toEqual([])
  }
  // The rest of the test continues in the look for phones.
  await turnTo(page, phone)
}

async function turnTo(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
  // After the page becomes narrower, its scroll position is arbitrary, and the focused element may be covered.
  await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'center', behavior: 'instant' }))
}
