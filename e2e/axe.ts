import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { everyRule } from '#gallery/axe-testing.ts'
import { expect, test } from './test.ts'

interface Look {
  colorScheme: 'light' | 'dark'
  width: number
  height: number
}

const laptop: Look = { colorScheme: 'light', width: 1440, height: 900 }
const phone: Look = { colorScheme: 'dark', width: 390, height: 844 }
/**
 * Colours depend on the scheme and layout on the width, so two looks with both varied find what all four pairs would.
 */
const looks = [laptop, phone]

/** The number of states judged so far, by file. */
const judged = new Map<string, number>()

/** The states of a file alternate between the two looks. */
function nextLook(): Look {
  const { file } = test.info()
  const count = judged.get(file) ?? 0
  judged.set(file, count + 1)
  return count % 2 ? phone : laptop
}

const program = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The builder injects axe before every look; a document needs it once. */
const axeSource = `if (!('axe' in window)) { ${program} }`

/** All rules run; only violations are reported in full. */
const options: RunOptions = { runOnly: everyRule, resultTypes: ['violations'] }

/** Expects no violations on the page as it is, in one look. */
export const isAccessible = (page: Page): Promise<void> => looksGood(page, [nextLook()])

/** The same in both looks. */
export const isAccessibleInBoth = (page: Page): Promise<void> => looksGood(page, looks)

async function looksGood(page: Page, asked: readonly Look[]): Promise<void> {
  for (const look of asked) {
    await turnTo(page, look)
    // Results of several frames are merged in an extra empty page, which takes longer than the check itself.
    const isAlone = page.frames().length === 1
    const judge = new AxeBuilder({ page, axeSource }).options(options).setLegacyMode(isAlone)
    const { violations } = await judge.analyze()
    const told = violations.map(({ id, nodes }) => ({
      id,
      at: nodes.slice(0, 5).map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
    expect(told, `${look.colorScheme}, ${look.width} px wide`).toEqual([])
  }
  // The test continues in the look it had before.
  await turnTo(page, phone)
}

async function turnTo(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
  // A page that has become narrower stands anywhere, with one thing half under another: where somebody is, they see.
  await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'center', behavior: 'instant' }))
}
