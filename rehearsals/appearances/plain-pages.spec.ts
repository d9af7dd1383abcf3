import type { Page } from '@playwright/test'
import { accountPages } from '#content/account-pages.ts'
import { booking } from '#content/booking.ts'
import { documents, ownDataLink } from '#content/documents.ts'
import { forms } from '#content/forms.ts'
import { navigation } from '#content/navigation.ts'
import { ownData } from '#content/own-data.ts'
import { callPage } from '#content/visitor-call.ts'
import { isAccessibleInBoth } from '#e2e/axe.ts'
import { expectNoShift, overflow, watchShifts } from '#e2e/layout.ts'
import { expect, test } from '#e2e/test.ts'

/** One example of each kind of page that the server renders. */
const pages = [
  { address: '/no-such-page', title: forms.notFound.title, status: 404 },
  { address: '/?view=nope', title: forms.notFound.title, status: 404 },
  { address: '/?call=cut-off', title: callPage.broken.title, status: 404 },
  { address: '/account/confirm', title: accountPages.incomplete.title, status: 400 },
  { address: ownDataLink.href, title: ownData.noMail.title, status: 200 },
  { address: '/forms/booking', title: booking.title, status: 200 },
  ...Object.keys(documents).map((page) => ({
    address: `/${page}`,
    title: /./,
    status: 200,
    // The page is no taller than a phone's screen.
    height: 700,
  })),
]

const headerOf = (page: Page) => page.getByRole('banner')

const hasDisplayFont = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].some(({ family, status }) => family === 'Archivo' && status === 'loaded')
  })

for (const { address, title, status, ...look } of pages) {
  test(`shows ${address} with the site’s header and font, and without a layout shift`, async ({ page, faults }) => {
    if (status >= 400) faults.expect(new RegExp(`status of ${status}`))
    await watchShifts(page)
    for (const width of [320, 390, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900, ...look })
      const answer = await page.goto(address)
      expect(answer?.status()).toBe(status)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      expect(await hasDisplayFont(page)).toBe(true)
      expect(await overflow(page), `${width} px`).toBe(0)
      await expectNoShift(page, `${width} px`)
      for (const { label } of navigation.top) await expect(headerOf(page).getByText(label)).toBeInViewport()
    }
    await isAccessibleInBoth(page)
  })
}
