import type { Locator, Page } from '@playwright/test'
import { brand } from '#content/brand.ts'
import { navigation } from '#content/navigation.ts'
import { callLabels } from '#content/strategy-call.ts'
import { viewIds, views } from '#content/views.ts'
import { arrivesAt, heading, visit, widths } from './site.ts'
import { expect, test } from './test.ts'

const barOf = (page: Page) => page.getByRole('banner')

/** All controls in the header of a view below home, in document order. */
const controlsOf = (page: Page, back: string): Locator[] => [
  barOf(page).getByRole('link', { name: brand.name, exact: true }),
  barOf(page).getByRole('link', { name: back, exact: true }),
  ...navigation.top.map(({ label }) => barOf(page).getByRole('link', { name: label, exact: true })),
  barOf(page).getByRole('button', { name: callLabels.short, exact: true }),
]

/** Large enough to tap, inside the viewport, and without overlap. */
async function standApart(page: Page, controls: readonly Locator[], said: string): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  const boxes = await Promise.all(controls.map((control) => control.boundingBox()))
  for (const [index, box] of boxes.entries()) {
    if (!box) throw new Error(`${said}: control ${index} has no place`)
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
      expect(apart, `${said}: control ${index} is on another`).toBe(true)
    }
  }
}

for (const view of viewIds.slice(1)) {
  test(`${view} has mark, links, call and the way back at its head, from 320 to 2560 px`, async ({
    page,
  }) => {
    await visit(page, view)
    const label = views[view].back?.label ?? ''
    const controls = controlsOf(page, label)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 })
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await standApart(page, controls, `${width} px`)
      await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }))
      await expect(barOf(page).getByRole('link', { name: label }), `${width} px`).toBeInViewport({ ratio: 1 })
      await expect(barOf(page).getByRole('button'), `${width} px`).toBeInViewport({ ratio: 1 })
    }
    await expect(barOf(page).locator('[aria-current=page]')).toHaveText(
      navigation.top.filter(({ target }) => target === view).map((link) => link.label),
    )
  })
}

test('the head marks the view one is in, leads on, and its own link leads to the top again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await visit(page, 'services')
  const link = (name: string) => barOf(page).getByRole('link', { name, exact: true })
  await link('About').click()
  await arrivesAt(page, 'about')
  await expect(heading(page, 'about')).toBeInViewport({ ratio: 1 })
  await expect(link('About')).toHaveAttribute('aria-current', 'page')
  await expect(link('Services')).not.toHaveAttribute('aria-current')
  await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }))
  const length = await page.evaluate(() => history.length)
  await link('About').click()
  await arrivesAt(page, 'about')
  expect(await page.evaluate(() => history.length)).toBe(length)
  await link(brand.name).click()
  await arrivesAt(page, 'home')
})

for (const width of [390, 1440]) {
  test(`whatever has the focus is never under the head, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 600 })
    await visit(page, 'contact')
    await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }))
    await barOf(page).page().getByRole('contentinfo').getByRole('link').last().focus()
    let seen = 0
    // Backwards, so that the focus enters from the top; the last stops are in the header itself.
    for (; seen < 80; seen++) {
      await page.keyboard.press('Shift+Tab')
      const hidden = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const { top, bottom, left, right } = element.getBoundingClientRect()
        const atCentre = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + bottom) / 2)
        const covers = !element.contains(atCentre) && !atCentre?.contains(element)
        return bottom <= 0 || covers ? element.outerHTML.slice(0, 100) : null
      })
      expect(hidden).toBeNull()
      if (
        await barOf(page)
          .getByRole('link', { name: brand.name })
          .evaluate((one) => one.matches(':focus'))
      )
        break
    }
    expect(seen).toBeLessThan(80)
  })
}
