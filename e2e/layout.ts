import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

declare global {
  interface Window {
    /** The sum of the page's layout shifts. */
    shifts: number
  }
}

/** Records the layout shifts of every page, beginning with its first paint. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Expects that the display font is in use and that no element has moved. */
export async function expectNoShift(page: Page, said: string): Promise<void> {
  const fontIsThere = () =>
    [...document.fonts].some(({ family, status }) => family.includes('Archivo') && status === 'loaded')
  await expect.poll(() => page.evaluate(fontIsThere), `${said}: the display font`).toBe(true)
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  expect(await page.evaluate(() => window.shifts), said).toBeLessThan(0.001)
}

/** Returns the number of pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Expects that each control is inside the window, is large enough to tap, and does not overlap another control. */
export async function expectSeparate(page: Page, controls: readonly Locator[], said: string): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  const boxes = await Promise.all(controls.map((control) => control.boundingBox()))
  for (const [index, box] of boxes.entries()) {
    if (!box) throw new Error(`${said}: control ${index} is not visible`)
    expect(Math.min(box.width, box.height), `${said}: control ${index}`).toBeGreaterThanOrEqual(24)
    expect(box.x, `${said}: control ${index}`).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width, `${said}: control ${index}`).toBeLessThanOrEqual(width)
    for (const other of boxes.slice(index + 1)) {
      const apart =
        !other ||
        box.x + box.width <= other.x ||
        other.x + other.width <= box.x ||
        box.y + box.height <= other.y ||
        other.y + other.height <= box.y
      expect(apart, `${said}: control ${index} overlaps another`).toBe(true)
    }
  }
}
