import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Colours are judged by scheme and layout by width, so each of them once finds what all four pairs would. */
const looks = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const

/** Nothing to complain about in what is on the page now: light on a laptop, dark on a phone. */
export async function isAccessible(page: Page): Promise<void> {
  for (const { colorScheme, width, height } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
    const told = violations.map(({ id, nodes }) => ({
      id,
      at: nodes.slice(0, 5).map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
    expect(told, `${colorScheme}, ${width} px wide`).toEqual([])
  }
}
