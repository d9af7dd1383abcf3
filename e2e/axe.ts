import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { expect } from './test.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Colours are judged by scheme and layout by width, so each of them once finds what all four pairs would. */
const looks = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const

const program = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The builder hands its program over before every look; a document needs it once. */
const axeSource = `if (!('axe' in window)) { ${program} }`

/** Every rule is asked; only what is wrong is told in full. */
const options: RunOptions = { runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] }

/** Nothing to complain about in what is on the page now: light on a laptop, dark on a phone. */
export async function isAccessible(page: Page): Promise<void> {
  for (const { colorScheme, width, height } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    // Results of several frames are joined in an empty page of their own, which takes longer than the look itself.
    const isAlone = page.frames().length === 1
    const look = new AxeBuilder({ page, axeSource }).options(options).setLegacyMode(isAlone)
    const { violations } = await look.analyze()
    const told = violations.map(({ id, nodes }) => ({
      id,
      at: nodes.slice(0, 5).map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
    expect(told, `${colorScheme}, ${width} px wide`).toEqual([])
  }
}
