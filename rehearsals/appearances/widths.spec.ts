import { viewIds } from '#content/views.ts'
import { isAccessibleInBoth } from '#e2e/axe.ts'
import { openBooking } from '#e2e/booking.ts'
import { expectNoShift, overflow, watchShifts } from '#e2e/layout.ts'
import { addressOf, visit, waitForHydration } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

/** `e2e/narrow.spec.ts` covers layout shifts on phones. */
const widths = [320, 390, 768, 1440, 2560]

for (const view of viewIds) {
  test(`passes the axe accessibility checks in the ${view} view`, async ({ page }) => {
    await visit(page, view)
    await isAccessibleInBoth(page)
  })
}

test('shows every view without a layout shift at 1440 px', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await watchShifts(page)
  for (const view of viewIds) {
    await page.goto(addressOf(view))
    await waitForHydration(page)
    await expectNoShift(page, view)
  }
})

test('fits every view into the window, at widths from 320 to 2560 px', async ({ page }) => {
  for (const view of viewIds) {
    await visit(page, view)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflow(page), `${view} at ${width} px`).toBe(0)
    }
  }
})

test('fits the booking dialog into windows from 320 to 2560 px wide', async ({ page }) => {
  await visit(page)
  const dialog = await openBooking(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 })
    const box = await dialog.boundingBox()
    expect(box?.x, `${width} px`).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width)
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  }
})

for (const width of [320, 390, 1440]) {
  test(`shows equally long bars below all checklist tab labels if the window is ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await visit(page, 'qa-checklists')
    const bars = await page.getByRole('tab').evaluateAll((tabs) =>
      tabs.map((one) => {
        const bar = one.querySelector('svg')?.getBoundingClientRect()
        const words = one.querySelector('span')?.getBoundingClientRect()
        return { length: Math.round(bar?.width ?? 0), isBelow: (bar?.top ?? 0) >= (words?.bottom ?? 0) }
      }),
    )
    expect(bars).toHaveLength(6)
    const length = bars[0]?.length ?? 0
    expect(length).toBeGreaterThan(80)
    expect(bars.filter((bar) => Math.abs(bar.length - length) > 1 || !bar.isBelow)).toEqual([])
  })
}
