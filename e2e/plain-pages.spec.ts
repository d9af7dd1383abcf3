import type { Page } from '@playwright/test'
import { accountPages } from '#content/account-pages.ts'
import { booking } from '#content/booking.ts'
import { brand } from '#content/brand.ts'
import { forms } from '#content/forms.ts'
import { navigation } from '#content/navigation.ts'
import { ownData } from '#content/own-data.ts'
import { ownDataLink } from '#content/own-data-link.ts'
import { callLabels } from '#content/strategy-call.ts'
import { viewIds, views } from '#content/views.ts'
import { callPage } from '#content/visitor-call.ts'
import { isAccessible } from './axe.ts'
import { heading } from './site.ts'
import { expect, test } from './test.ts'

/** One page of each kind that the server renders itself. */
const pages = [
  { address: '/no-such-page', title: forms.notFound.title, status: 404 },
  { address: '/?view=nope', title: forms.notFound.title, status: 404 },
  { address: '/?call=cut-off', title: callPage.broken.title, status: 404 },
  { address: '/account/confirm', title: accountPages.incomplete.title, status: 400 },
  { address: ownDataLink.href, title: ownData.noMail.title, status: 200 },
  { address: '/forms/booking', title: booking.title, status: 200 },
] as const

const inHead = (page: Page) => page.getByRole('banner')

/** The display font is loaded and used. */
const wearsFont = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].some(({ family, status }) => family === 'Archivo' && status === 'loaded')
  })

for (const { address, title, status } of pages) {
  test(`${address} has the site's head and type, and nothing of it moves`, async ({ page, faults }) => {
    if (status >= 400) faults.expect(new RegExp(`status of ${status}`))
    await page.addInitScript(() => {
      window.shifts = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const width of [320, 390, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const answer = await page.goto(address)
      expect(answer?.status()).toBe(status)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      expect(await wearsFont(page)).toBe(true)
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
      expect(await page.evaluate(overflow), `${width} px`).toBe(0)
      expect(await page.evaluate(() => window.shifts), `${width} px`).toBeLessThan(0.001)
      for (const { label } of navigation.top) await expect(inHead(page).getByText(label)).toBeInViewport()
    }
    await isAccessible(page)
  })
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a page that is not there leads on: to the views, to the form for a call and home', async ({
    page,
    faults,
  }) => {
    faults.expect(/status of 404/)
    for (const { target, label } of navigation.top) {
      await page.goto('/no-such-page')
      await inHead(page).getByRole('link', { name: label, exact: true }).click()
      await expect(heading(page, target)).toBeVisible()
    }
    await page.goto('/no-such-page')
    await inHead(page).getByRole('link', { name: callLabels.short }).click()
    await expect(page.getByRole('button', { name: booking.submit })).toBeVisible()
    // The page has the form already.
    await expect(inHead(page).getByRole('link', { name: callLabels.short })).toBeHidden()
    await inHead(page).getByRole('link', { name: brand.name, exact: true }).click()
    await expect(heading(page, 'home')).toBeVisible()
    for (const view of viewIds) {
      await page.goto('/?view=nope')
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
      await page.getByRole('main').getByRole('link', { name: views[view].name, exact: true }).click()
      await expect(heading(page, view)).toBeVisible()
    }
  })
})
