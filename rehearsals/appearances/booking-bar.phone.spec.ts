import { counting } from '#content/counting.ts'
import { visit } from '#e2e/site.ts'
import { expect, phone, test } from '#e2e/test.ts'

test.use(phone)

test('hides the booking bar if the window is too short, for example at 400% zoom', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await visit(page)
  await expect(page.locator('aside:has([commandfor=booking])')).toBeAttached()
  await page.getByRole('heading', { level: 3 }).nth(2).scrollIntoViewIfNeeded()
  await expect(page.locator('aside:has([commandfor=booking])')).toBeHidden()
})

test('never covers the end of the page or the focused element with the booking bar', async ({ page }) => {
  await visit(page)
  await expect(page.locator('aside:has([commandfor=booking])')).toBeAttached()
  // This button is the last element on the page and loads as late as the bar does.
  await expect(page.getByRole('button', { name: counting.no, exact: true })).toBeAttached()
  const covered = (stops: string) =>
    page.locator(stops).evaluateAll(async (all) => {
      const bar = document.querySelector('aside:has([commandfor=booking])')?.getBoundingClientRect()
      const free = innerHeight - (bar?.height ?? 0)
      const found: string[] = []
      for (const stop of all) {
        if (!(stop instanceof HTMLElement) || !stop.checkVisibility()) continue
        scrollTo({ top: 0, behavior: 'instant' })
        stop.focus({ preventScroll: true })
        stop.scrollIntoView({ block: 'nearest', behavior: 'instant' })
        const { bottom, height } = stop.getBoundingClientRect()
        if (height < free && bottom > free + 0.5) found.push(stop.outerHTML.slice(0, 90))
      }
      return found
    })
  expect(await covered('main :is(a, button, input:not([type=radio]))')).toEqual([])
  expect(await covered('footer :is(a, button)')).toEqual([])
  const ends = await page.evaluate(() => {
    scrollTo({ top: 1e6, behavior: 'instant' })
    const last = [...document.querySelectorAll('footer *')].map((one) => one.getBoundingClientRect().bottom)
    const bar = document.querySelector('aside:has([commandfor=booking])')?.getBoundingClientRect().height ?? 0
    return { last: Math.max(...last), free: innerHeight - bar }
  })
  // The page height can include a fraction of a pixel.
  expect(ends.last).toBeLessThan(ends.free + 0.5)
})
