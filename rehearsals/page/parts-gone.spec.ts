import { booking } from '#content/booking.ts'
import { navigation } from '#content/navigation.ts'
import { successKit } from '#content/success-kit.ts'
import { views } from '#content/views.ts'
import { fillBooking, openBooking, someBooking, submitOf } from '#e2e/booking.ts'
import { follow, heading, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

// Faults after a successful load: a lost connection, a missing file, an exception in our own code.

const reference = (body: string | null) =>
  String((JSON.parse(body ?? '{}') as { id?: string }).id).slice(0, 8)

test('a receipt whose part is gone is told in short; where a dialog’s part is gone, a link leads on', async ({
  page,
  faults,
}) => {
  faults.expect(/ERR_FAILED|booking-receipt|peek-|base-dialog/)
  // Around a picture alone, Chromium puts a page of its own with a style that our policy refuses; the picture is seen.
  faults.expect(/Applying inline style.*\.webp/)
  for (const part of ['booking-receipt', 'base-dialog', 'peek'])
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort())
  await page.clock.install()
  await visit(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, someBooking())
  const sent = page.waitForRequest('**/rest/v1/strategy_call_bookings')
  await submitOf(dialog).click()
  const short = page.getByRole('alert')
  await expect(short).toContainText(reference((await sent).postData()).toUpperCase())
  await page.clock.runFor(booking.confirmationMs)
  await expect(heading(page, 'home')).toBeVisible()
  await short.getByRole('button', { name: navigation.receiptInShort.dismiss }).click()
  await expect(short).toBeHidden()

  await follow(page, 'success-kit', views['success-kit'].name)
  const cover = page.getByRole('link', { name: successKit.peek.open }).first()
  const picture = (await cover.getAttribute('href')) ?? ''
  await cover.click()
  await expect(page).toHaveURL(new RegExp(`${picture}$`))
})
