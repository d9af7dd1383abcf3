import type { Page } from '@playwright/test'
import { counting } from '#content/counting.ts'
import { views } from '#content/views.ts'
import { book, receiptOf, someBooking } from '#e2e/booking.ts'
import { follow, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

const yes = (page: Page) => page.getByRole('button', { name: counting.yes, exact: true })
const no = (page: Page) => page.getByRole('button', { name: counting.no, exact: true })
const isCounted = async (page: Page, counted: boolean) => {
  await expect(yes(page)).toHaveAttribute('aria-pressed', String(counted))
  await expect(no(page)).toHaveAttribute('aria-pressed', String(!counted))
}

/** Sends what waits, as leaving the page does. */
const flush = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new Event('online'))
    dispatchEvent(new Event('pagehide'))
  })

/** The addresses of what the page asks for from now on because it counts; what only measures may be fetched ahead. */
function countingRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/tracker-(?!later)|user_interactions/.test(request.url())) asked.push(request.url())
  })
  return asked
}

const unknown = { session_id: null, landing_page: null, referrer: null, source: 'site', campaign: null }

test('where storage is closed a no holds for the page, and says so', async ({ page, stored }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get })
  })
  const tracker = page.waitForResponse('**/assets/tracker-*')
  await visit(page)
  await tracker
  await no(page).click()
  await isCounted(page, false)
  await expect(page.getByText(counting.refusedHere)).toBeVisible()
  const asked = countingRequests(page)
  await follow(page, 'about', views.about.name)
  await follow(page, 'home', views.home.name)
  const wanted = someBooking()
  await book(page, wanted)
  await expect(receiptOf(page)).toBeVisible()
  await flush(page)
  expect(asked).toEqual([])
  expect(await stored.bookings(wanted.email)).toMatchObject([unknown])
  await visit(page)
  await isCounted(page, true)
})
