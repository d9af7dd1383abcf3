import { booking } from '#content/booking.ts'
import { book, fieldsOf, openBooking, receiptOf, someBooking } from './booking.ts'
import { bookAndRestart } from './booking-journey.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

test('books a call, shows its receipt, and keeps the booking after a server restart', async ({
  page,
  server,
  stored,
  faults,
}) => {
  await bookAndRestart(page, server, stored, faults)
  expect(await stored.users(), 'nobody is signed in who owns the tables or is bound by nothing').toEqual([
    { name: 'authenticator', is_unbound: false, may_own: false },
  ])
})

test('keeps the text in a form that the visitor reopens early, and shows the receipt once the form is closed', async ({
  page,
}) => {
  await page.clock.install()
  await visit(page)
  const dialog = await book(page, someBooking())
  await expect(dialog.getByRole('status')).toBeVisible()
  await dialog.getByRole('button', { name: booking.close }).click()
  await expect(dialog).toBeHidden()
  await openBooking(page)
  await expect(fieldsOf(dialog).name).toBeFocused()
  await fieldsOf(dialog).name.fill('Second')
  // Advances the clock past the time at which the first confirmation disappears.
  await page.clock.runFor(booking.confirmationMs + 200)
  await expect(fieldsOf(dialog).name).toHaveValue('Second')
  await page.keyboard.press('Escape')
  await expect(receiptOf(page)).toBeVisible()
})
