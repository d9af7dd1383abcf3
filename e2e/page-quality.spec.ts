import type { Page } from '@playwright/test'
import { viewIds, views } from '#content/views.ts'
import { book, openBooking, receiptOf, someBooking } from './booking.ts'
import { addressOf, follow, isAlive, visit, widths } from './site.ts'
import { expect, test } from './test.ts'

declare global {
  interface Window {
    shifts: number
    violations: string[]
  }
}

test('nothing is asked of another origin and the content security policy is never broken', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== baseURL) foreign.push(request.url())
  })
  await page.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', (event) => {
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  await visit(page)
  for (const view of viewIds.slice(1)) await follow(page, view, views[view].name)
  await follow(page, 'home', views.home.name)
  await book(page, someBooking())
  await expect(receiptOf(page)).toBeAttached()
  expect(await page.evaluate(() => window.violations)).toEqual([])
  expect(foreign).toEqual([])
  expect(await page.context().cookies()).toEqual([])
})

const fontIsThere = () =>
  [...document.fonts].some(({ family, status }) => family.includes('Archivo') && status === 'loaded')

for (const width of [390, 1440]) {
  test(`nothing moves by itself at ${width} px, in any view`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => {
      window.shifts = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const view of viewIds) {
      await page.goto(addressOf(view))
      await isAlive(page)
      await page.waitForFunction(fontIsThere)
      await page.evaluate(() => new Promise((painted) => setTimeout(painted, 200)))
      expect(await page.evaluate(() => window.shifts), view).toBeLessThan(0.001)
    }
  })
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('no view is wider than the window, from 320 to 2560 px', async ({ page }) => {
  for (const view of viewIds) {
    await visit(page, view)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflow(page), `${view} at ${width} px`).toBe(0)
    }
  }
})

test('the dialog fits into the window, from 320 to 2560 px', async ({ page }) => {
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
