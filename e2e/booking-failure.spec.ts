import type { Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import { brand } from '#content/brand.ts'
import { retryWords } from '#content/form-refusals.ts'
import { isAccessible } from './axe.ts'
import { book, dialogOf, fieldsOf, fillBooking, openBooking, receiptOf, someBooking, submitOf } from './booking.ts'
import { expectValues, follow, visit } from './site.ts'
import { expect, test } from './test.ts'

const sentence = 'Failed to submit booking. Please try again or contact us directly.'
const endpoint = '**/rest/v1/strategy_call_bookings'

test('keeps the typed values after a failed booking, and stores one row if the visitor then clicks twice', async ({
  page,
  faults,
  stored,
}) => {
  // Two clicks in quick succession send two requests with the same id.
  faults.expect(/ERR_CONNECTION_REFUSED|status of (500|409)/)
  const wanted = someBooking()
  await page.route(endpoint, (route) => route.fulfill({ status: 500, body: 'no' }), { times: 1 })
  await page.route(endpoint, (route) => route.abort('connectionrefused'), { times: 1 })
  await visit(page)
  const dialog = await book(page, wanted)
  const alert = dialog.getByRole('alert')
  for (const status of [null, 500]) {
    await expect(alert, `${status}`).toContainText(sentence)
    await expect(dialog.getByRole('link', { name: brand.email })).toHaveAttribute('href', `mailto:${brand.email}`)
    await expectValues(fieldsOf(dialog), wanted)
    if (status) break
    const failed = page.waitForResponse(endpoint)
    await submitOf(dialog).click()
    expect((await failed).status()).toBe(500)
    await expect(submitOf(dialog)).toBeEnabled()
  }
  expect(await stored.bookings(wanted.email)).toEqual([])

  // The form keeps the visitor's input after the dialog is closed and the view is changed.
  await page.keyboard.press('Escape')
  await follow(page, 'about', 'About')
  await page.getByRole('banner').getByRole('button').click()
  await expectValues(fieldsOf(dialogOf(page)), wanted)
  await submitOf(dialog).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(dialog.getByRole('status')).toContainText(booking.confirmation.title)
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
})

test('resends the same booking request after a lost response and a reload, and sends a new request if the visitor edits the form', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(/ERR_CONNECTION_RESET|status of 409/)
  const wanted = someBooking()
  /** Delivers the next request, but drops the response. */
  const loseNext = () =>
    page.route(
      endpoint,
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
  await loseNext()
  await visit(page)
  const dialog = await book(page, wanted)
  await expect(dialog.getByRole('alert')).toContainText(sentence)
  const [first, ...others] = await stored.bookings(wanted.email)
  expect(others).toEqual([])
  await visit(page)
  await openBooking(page)
  await expectValues(fieldsOf(dialog), wanted)
  await submitOf(dialog).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  await expect(receiptOf(page)).toContainText(String(first?.id).slice(0, 8).toUpperCase())
  // The response to a request with a repeated id has no link to the visitor's page.
  await expect(receiptOf(page)).toContainText(receipt.page.byLetter)
  await expect(receiptOf(page).getByRole('link', { name: receipt.page.link })).toBeHidden()
  expect(await stored.bookings(wanted.email)).toEqual([first])

  await dialog.getByRole('button', { name: booking.close }).click()
  await loseNext()
  await openBooking(page)
  await fillBooking(dialog, { ...wanted, company: 'Another' })
  await submitOf(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText(sentence)
  await fieldsOf(dialog).phone.fill('+27 21 555 0199')
  await submitOf(dialog).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  const phones = (await stored.bookings(wanted.email)).map(({ phone }) => phone)
  expect(phones).toEqual([wanted.phone, wanted.phone, '+27 21 555 0199'])
})

/** Delays the response to the next request; returns a function that lets the response arrive or fail. */
async function holdNext(page: Page) {
  let end: (how: 'fail' | 'go on') => void = () => {}
  const held = new Promise<'fail' | 'go on'>((resolve) => {
    end = resolve
  })
  await page.route(
    endpoint,
    async (route) => {
      if ((await held) === 'go on') await route.continue()
      else await route.fulfill({ status: 500, body: 'no' })
    },
    { times: 1 },
  )
  return end
}

test('reports a booking that fails after its dialog was closed, and offers to reopen the dialog', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(/status of 500/)
  const wanted = someBooking()
  let end = await holdNext(page)
  await visit(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  await submitOf(dialog).click()
  await expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeDisabled()

  // The form is read-only during a request, because an edit would be lost.
  const fields = fieldsOf(dialog)
  for (const [name, field] of Object.entries(fields)) await expect(field, name).not.toBeEditable()
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await follow(page, 'about', 'About')
  end('fail')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(sentence)
  await expect(alert).toBeInViewport({ ratio: 1 })
  // The message does not move the focus away from the view's heading.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await alert.getByRole('button', { name: 'Back to the form' }).click()
  await expect(dialog).toBeVisible()
  await expect(alert).toHaveCount(1)
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(submitOf(dialog)).toBeFocused()
  for (const field of Object.values(fields)) await expect(field).toBeEditable()
  await expectValues(fieldsOf(dialog), wanted)

  // When the second attempt succeeds after the dialog is closed, the page shows the receipt.
  end = await holdNext(page)
  await submitOf(dialog).click()
  await page.keyboard.press('Escape')
  end('go on')
  await expect(receiptOf(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
})

test('shows how long to wait after too many requests, and announces only the start and end of the wait', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(/status of 429/)
  const headers = { 'retry-after': '1800' }
  await page.route(endpoint, (route) => route.fulfill({ status: 429, headers, json: {} }), { times: 1 })
  await page.clock.install()
  await visit(page)
  const wanted = someBooking()
  const dialog = await book(page, wanted)
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText(/^Failed to submit booking.*You can try again in (30|29) minutes\./s)
  await isAccessible(page)
  // Screen readers do not announce each step of the countdown.
  const seen = alert.locator('[aria-hidden]')
  const heard = alert.locator('[aria-live]')
  const first = await heard.textContent()
  await page.clock.fastForward(1755 * 1000)
  await expect(seen).toHaveText(/\d\d seconds/)
  await expect(heard).toHaveText(first ?? '')
  await page.clock.fastForward(60_000)
  for (const text of [seen, heard]) await expect(text).toHaveText(retryWords.over)
  await submitOf(dialog).click()
  await expect(receiptOf(page)).toBeVisible()
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
})
