import type { Page } from '@playwright/test'
import { dialogOf, fieldsOf, fillBooking, openBooking, someBooking, submitOf } from './booking.ts'
import { sessionOf } from './interactions.ts'
import { fillMessage, messageFormOf, someMessage } from './message.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

/** Makes the next access to this property throw once. */
const throwOnce = (page: Page, what: 'getTimezoneOffset' | 'FormData') =>
  page.evaluate((key) => {
    const owner: object = key === 'FormData' ? window : Date.prototype
    const asked = Object.getOwnPropertyDescriptor(owner, key) ?? {}
    const get = () => {
      Object.defineProperty(owner, key, asked)
      throw new Error('made up')
    }
    Object.defineProperty(owner, key, { configurable: true, get })
  }, what)

test('a year of six digits is not sent, and a far day is refused by the browser, with the rule in words', async ({
  page,
}) => {
  await visit(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, someBooking())
  const { preferred_time } = fieldsOf(dialog)
  await expect(preferred_time).toHaveAccessibleDescription(/^At most two years ahead\. Times are in /)
  for (const far of ['202610-01-01T10:00', `${new Date().getFullYear() + 3}-01-01T10:00`]) {
    await preferred_time.fill(far)
    await submitOf(dialog).click()
    await expect(preferred_time).toBeFocused()
    expect(await preferred_time.evaluate((field: HTMLInputElement) => field.validity.rangeOverflow)).toBe(
      true,
    )
    await expect(submitOf(dialog)).toBeEnabled()
  }
})

test('whatever a booking throws ends in the failure, is told, and the form can be sent again', async ({
  page,
  stored,
}) => {
  const wanted = someBooking()
  await visit(page)
  const session = await sessionOf(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  for (const what of ['getTimezoneOffset', 'FormData'] as const) {
    await throwOnce(page, what)
    await submitOf(dialog).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      /^Failed to submit booking\. Please try again or contact us directly\./,
    )
    await expect(submitOf(dialog)).toBeFocused()
  }
  expect(await stored.bookings(wanted.email)).toEqual([])
  await submitOf(dialog).click()
  await expect(dialogOf(page).getByRole('status')).toBeVisible()
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
  const told = async () =>
    (await stored.interactions(session)).filter(({ event_type }) => event_type === 'error')
  await expect
    .poll(async () => (await told())[0]?.event_data, { timeout: 20_000 })
    .toMatchObject({ code: 'submit_threw', place: 'booking' })
})

test('whatever a message throws likewise', async ({ page, stored }) => {
  const wanted = someMessage()
  await visit(page, 'contact')
  const form = messageFormOf(page)
  await fillMessage(form, wanted)
  await throwOnce(page, 'FormData')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('alert')).toContainText('Failed to send your message.')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('status')).toBeVisible()
  expect(await stored.messages(wanted.email)).toHaveLength(1)
})
