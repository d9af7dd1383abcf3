import type { Locator, Page } from '@playwright/test'
import { brand } from '#content/brand.ts'
import { navigation } from '#content/navigation.ts'
import { callLabels } from '#content/strategy-call.ts'
import { viewIds, views } from '#content/views.ts'
import { expectSeparate } from '#e2e/layout.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

const widths = [320, 390, 768, 1440, 2560]

const barOf = (page: Page) => page.getByRole('banner')

/** All controls in the header of a view other than home, in document order. */
const controlsOf = (page: Page, back: string): Locator[] => [
  barOf(page).getByRole('link', { name: brand.name, exact: true }),
  barOf(page).getByRole('link', { name: back, exact: true }),
  ...navigation.top.map(({ label }) => barOf(page).getByRole('link', { name: label, exact: true })),
  barOf(page).getByRole('button', { name: callLabels.short, exact: true }),
]

for (const view of viewIds.slice(1)) {
  test(`shows the logo, links, booking button and back link in the header of ${view}, at widths from 320 to 2560 px`, async ({
    page,
  }) => {
    await visit(page, view)
    const label = views[view].back?.label ?? ''
    const controls = controlsOf(page, label)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 })
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await expectSeparate(page, controls, `${width} px`)
      await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }))
      await expect(barOf(page).getByRole('link', { name: label }), `${width} px`).toBeInViewport({ ratio: 1 })
      await expect(barOf(page).getByRole('button'), `${width} px`).toBeInViewport({ ratio: 1 })
    }
    await expect(barOf(page).locator('[aria-current=page]')).toHaveText(
      navigation.top.filter(({ target }) => target === view).map((link) => link.label),
    )
  })
}

// `e2e/narrow.spec.ts` covers narrow windows.
test('never covers the focused element with the header, at 1440 px', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 600 })
  await visit(page, 'contact')
  await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }))
  await page.getByRole('contentinfo').getByRole('link').last().focus()
  const first = barOf(page).getByRole('link', { name: brand.name })
  let seen = 0
  // Tabs backward, so that the focus enters from the top; the last tab stops are in the header itself.
  for (; seen < 80; seen++) {
    await page.keyboard.press('Shift+Tab')
    const hidden = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const { top, bottom, left, right } = element.getBoundingClientRect()
      const atCenter = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + bottom) / 2)
      const covers = !element.contains(atCenter) && !atCenter?.contains(element)
      return bottom <= 0 || covers ? element.outerHTML.slice(0, 100) : null
    })
    expect(hidden).toBeNull()
    if (await first.evaluate((one) => one.matches(':focus'))) break
  }
  expect(seen).toBeLessThan(80)
})
