import type { Locator, Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import { brand } from '#content/brand.ts'
import { timeRefusals } from '#content/field-refusals.ts'
import {
  book,
  dialogOf,
  fieldsOf,
  fillBooking,
  openBooking,
  receiptOf,
  someBooking,
  submitOf,
  type Wanted,
} from './booking.ts'
import { follow, visit } from './site.ts'
import { expect, test } from './test.ts'

const sentence = 'Failed to submit booking. Please try again or contact us directly.'
const endpoint = '**/rest/v1/strategy_call_bookings'

async function holds(dialog: Locator, wanted: Wanted): Promise<void> {
  const fields = fieldsOf(dialog)
  for (const name of Object.keys(fields) as (keyof Wanted)[])
    await expect(fields[name], name).toHaveValue(wanted[name])
}

/** The request arrives; its answer does not. */
const loseNextAnswer = (page: Page) =>
  page.route(
    endpoint,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )

test('a server that fails: the sentence, the mailbox, the data kept, and a second try that works', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(/status of 500/)
  const wanted = someBooking()
  await page.route(endpoint, (route) => route.fulfill({ status: 500, body: 'no' }), { times: 1 })
  await visit(page)
  const dialog = await book(page, wanted)
  await expect(dialog.getByRole('alert')).toContainText(sentence)
  await expect(dialog.getByRole('link', { name: brand.email })).toHaveAttribute(
    'href',
    `mailto:${brand.email}`,
  )
  await holds(dialog, wanted)
  expect(await stored.bookings(wanted.email)).toEqual([])
  await submitOf(dialog).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
})

test('no connection: the same sentence, the data kept', async ({ page, faults }) => {
  faults.expect(/ERR_CONNECTION_REFUSED/)
  const wanted = someBooking()
  await page.route(endpoint, (route) => route.abort('connectionrefused'))
  await visit(page)
  const dialog = await book(page, wanted)
  await expect(dialog.getByRole('alert')).toContainText(sentence)
  await holds(dialog, wanted)
})

test('a refusal names its field', async ({ page, faults, stored }) => {
  faults.expect(/status of 400/)
  // With a clock two days slow, the browser accepts a time that is past for the server.
  const now = Date.now()
  await page.clock.setFixedTime(now - 48 * 3_600_000)
  const yesterday = new Date(now - 24 * 3_600_000).toISOString().slice(0, 16)
  const wanted = someBooking({ preferred_time: yesterday })
  await visit(page)
  const dialog = await book(page, wanted)
  await expect(dialog.getByRole('alert')).toContainText(sentence)
  await expect(dialog.getByRole('alert')).toContainText(timeRefusals.past)
  const { preferred_time } = fieldsOf(dialog)
  await expect(preferred_time).toHaveAttribute('aria-invalid', 'true')
  await expect(preferred_time).toHaveAccessibleDescription(new RegExp(timeRefusals.past))
  await holds(dialog, wanted)
  expect(await stored.bookings(wanted.email)).toEqual([])
})

test('a draft outlives closing the dialog and changing the view', async ({ page }) => {
  const wanted = someBooking()
  await visit(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await openBooking(page)
  await holds(dialog, wanted)
  await page.keyboard.press('Escape')

  await follow(page, 'about', 'About')
  await page.getByRole('banner').getByRole('button').click()
  await holds(dialogOf(page), wanted)
})

test('pressing twice makes one row', async ({ page, faults, stored }) => {
  // Two presses in quick succession both send a request, with the same id.
  faults.expect(/status of 409/)
  const wanted = someBooking()
  await visit(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  await submitOf(dialog).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(dialog.getByRole('status')).toContainText(booking.confirmation.title)
  await expect(dialog).toBeHidden()
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
})

test('after a lost answer the second try counts as success and makes no second row', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(/ERR_CONNECTION_RESET|status of 409/)
  const wanted = someBooking()
  await loseNextAnswer(page)
  await visit(page)
  const dialog = await book(page, wanted)
  await expect(dialog.getByRole('alert')).toContainText(sentence)
  const before = await stored.bookings(wanted.email)
  expect(before).toHaveLength(1)
  await submitOf(dialog).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  await expect(receiptOf(page)).toContainText(String(before[0]?.id).slice(0, 8).toUpperCase())
  // A second request with the same id does not learn the address of the visitor's page.
  await expect(receiptOf(page)).toContainText(receipt.page.byLetter)
  expect(await stored.bookings(wanted.email)).toEqual(before)
})

test('what is changed after a lost answer is not taken for a repeat: both rows are there', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(/ERR_CONNECTION_RESET/)
  const wanted = someBooking()
  await loseNextAnswer(page)
  await visit(page)
  const dialog = await book(page, wanted)
  await expect(dialog.getByRole('alert')).toContainText(sentence)
  await fieldsOf(dialog).phone.fill('+27 21 555 0199')
  await submitOf(dialog).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  const phones = (await stored.bookings(wanted.email)).map(({ phone }) => phone)
  expect(phones).toEqual([wanted.phone, '+27 21 555 0199'])
})
