import { booking } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import { dialogOf, fillBooking, heroButton, receiptOf, someBooking, submitOf } from './booking.ts'
import { arrivesAt, visit } from './site.ts'
import { expect, test } from './test.ts'

test('a call is booked by thumb, and the receipt can be put away', async ({ page, stored }) => {
  const wanted = someBooking()
  await visit(page)
  await heroButton(page).tap()
  const dialog = dialogOf(page)
  await fillBooking(dialog, wanted)
  await submitOf(dialog).tap()
  await expect(dialog.getByRole('status')).toContainText(booking.confirmation.title)
  await expect(dialog).toBeHidden()
  await expect(receiptOf(page)).toBeInViewport()
  await receiptOf(page).getByRole('button', { name: receipt.dismiss }).tap()
  await expect(receiptOf(page)).toBeHidden()
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
})

test('the views are reached by thumb, and the way back stays in reach', async ({ page }) => {
  await visit(page)
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).tap()
  await arrivesAt(page, 'services')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const back = page.getByRole('banner').getByRole('link', { name: 'Back to Home' })
  await expect(back).toBeInViewport()
  await back.tap()
  await arrivesAt(page, 'home')
})
