import { booking } from '#content/booking.ts'
import { isAccessible } from './axe.ts'
import { book, fieldsOf, openBooking, receiptOf, someBooking } from './booking.ts'
import { fillMessage, messageFormOf, someMessage } from './message.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

const answer = (status: number, body: object) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})
const refusal = (table: string, column: string) =>
  answer(400, {
    code: '23514',
    message: `new row for relation "${table}" violates check constraint "${table}_${column}_check"`,
  })

test('axe finds nothing in the open dialog', async ({ page }) => {
  await visit(page)
  await expect(await openBooking(page)).toBeVisible()
  await isAccessible(page)
})

test('axe finds nothing in the dialog while it sends', async ({ page }) => {
  await page.route('**/strategy_call_bookings', () => {})
  // The form must not time out while axe looks at it.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal
  })
  await visit(page)
  const dialog = await book(page, someBooking())
  await expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  await isAccessible(page)
})

test('axe finds nothing in the dialog after a refusal', async ({ page, faults }) => {
  faults.expect(/status of 400/)
  await page.route('**/strategy_call_bookings', (route) =>
    route.fulfill(refusal('strategy_call_bookings', 'phone')),
  )
  await visit(page)
  const dialog = await book(page, someBooking())
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(fieldsOf(dialog).phone).toHaveAttribute('aria-invalid', 'true')
  await isAccessible(page)
})

test('axe finds nothing in the confirmation, nor in the receipt that stays', async ({ page }) => {
  // Three seconds are too short for all looks.
  await page.addInitScript(() => {
    const asWritten = window.setTimeout.bind(window)
    const slower = (run: () => void, ms?: number) => asWritten(run, ms === 3000 ? 600_000 : ms)
    Object.assign(window, { setTimeout: slower })
  })
  await visit(page)
  const dialog = await book(page, someBooking())
  await expect(dialog.getByRole('status')).toBeVisible()
  await isAccessible(page)
  await dialog.getByRole('button', { name: booking.close }).click()
  await expect(dialog).toBeHidden()
  await expect(receiptOf(page)).toBeVisible()
  await isAccessible(page)
})

test('axe finds nothing in the message form after a refusal, nor in its confirmation', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 400/)
  await page.route('**/contact_messages', (route) => route.fulfill(refusal('contact_messages', 'email')), {
    times: 1,
  })
  await visit(page, 'contact')
  const form = messageFormOf(page)
  await fillMessage(form, someMessage())
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await isAccessible(page)
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('status')).toBeVisible()
  await isAccessible(page)
})
