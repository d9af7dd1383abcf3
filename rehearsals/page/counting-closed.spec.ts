import { counting } from '#content/counting.ts'
import { views } from '#content/views.ts'
import { book, receiptOf, someBooking } from '#e2e/booking.ts'
import { countingRequests, flush, isCounted, no, unknown } from '#e2e/counted.ts'
import { follow, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

test('where storage is closed a no holds for the page, and says so', async ({ page, stored }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get })
  })
  const tracker = page.waitForResponse('**/assets/interactions-*')
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
