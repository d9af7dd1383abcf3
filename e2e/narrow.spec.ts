import { brand } from '#content/brand.ts'
import { navigation } from '#content/navigation.ts'
import { callLabels } from '#content/strategy-call.ts'
import { viewIds, views } from '#content/views.ts'
import { isAccessible } from './axe.ts'
import { openBooking } from './booking.ts'
import { expectNoShift, expectSeparate, overflow, watchShifts } from './layout.ts'
import { addressOf, visit, waitForHydration } from './site.ts'
import { expect, test } from './test.ts'

// The slow test rehearsals/appearances covers other widths and both color schemes.

for (const half of [0, 1]) {
  const asked = viewIds.filter((_, at) => at % 2 === half)
  test(`shows each view without layout shifts on a phone, without overflow in a 320 px wide window, and without axe violations: ${asked.join(', ')}`, async ({
    page,
  }) => {
    const bar = page.getByRole('banner')
    await watchShifts(page)
    for (const view of asked) {
      await page.setViewportSize({ width: 390, height: 700 })
      await page.goto(addressOf(view))
      await waitForHydration(page)
      await expectNoShift(page, view)
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await overflow(page), view).toBe(0)
      await isAccessible(page)
      await page.setViewportSize({ width: 320, height: 700 })
      const { back } = views[view]
      await expect(bar.getByRole('link', { name: /^Back to/ })).toHaveText(back ? [back.label] : [])
      if (!back) continue
      const names = [brand.name, back.label, ...navigation.top.map(({ label }) => label)]
      const controls = names.map((name) => bar.getByRole('link', { name, exact: true }))
      const call = bar.getByRole('button', { name: callLabels.short, exact: true })
      await expectSeparate(page, [...controls, call], view)
      await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }))
      await expect(bar.getByRole('link', { name: back.label }), view).toBeInViewport({ ratio: 1 })
      await expect(call, view).toBeInViewport({ ratio: 1 })
      await expect(bar.locator('[aria-current=page]')).toHaveText(
        navigation.top.filter(({ target }) => target === view).map((link) => link.label),
      )
    }
  })
}

test('never covers the focused element with the header in a narrow window, and fits the booking dialog into the window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await visit(page, 'contact')
  await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }))
  await page.getByRole('contentinfo').getByRole('link').last().focus()
  let seen = 0
  // Tabs backward, because focused elements then appear at the top, where the header could cover them. The last tab
  // stops are in the header itself.
  for (; seen < 80; seen++) {
    await page.keyboard.press('Shift+Tab')
    const { hidden, isFirst } = await page.evaluate((mark) => {
      const element = document.activeElement as HTMLElement
      const { top, bottom, left, right } = element.getBoundingClientRect()
      const atCentre = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + bottom) / 2)
      const covers = !element.contains(atCentre) && !atCentre?.contains(element)
      return {
        hidden: bottom <= 0 || covers ? element.outerHTML.slice(0, 100) : null,
        isFirst: element.matches('header a') && element.textContent.trim() === mark,
      }
    }, brand.name)
    expect(hidden).toBeNull()
    if (isFirst) break
  }
  expect(seen).toBeLessThan(80)

  await page.setViewportSize({ width: 320, height: 640 })
  await visit(page)
  const dialog = await openBooking(page)
  const box = await dialog.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  // The wheel scrolls only the content of the dialog.
  const before = await page.evaluate(() => scrollY)
  await page.mouse.move(2, 2)
  await page.mouse.wheel(0, 300)
  await page.mouse.move(160, 320)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 50)
      return dialog.evaluate((element) => [element, ...element.querySelectorAll('*')].some((one) => one.scrollTop > 0))
    })
    .toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await isAccessible(page)
})
