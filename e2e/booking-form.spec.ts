import { randomUUID } from 'node:crypto'
import { booking, bookingFields } from '#content/booking.ts'
import { addressWords } from '#content/form-field.ts'
import { isAccessible } from './axe.ts'
import { fieldsOf, fillBooking, openBooking, receiptOf, someBooking, submitOf } from './booking.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

const { meant, take } = addressWords
const number = '+27 21 555 0100 extension 42, ask for Thandi please'

test('sends no booking while a field is empty or invalid, and shows an error next to that field', async ({
  page,
  stored,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/strategy_call_bookings')) sent.push(request.url())
  })
  await visit(page)
  const dialog = await openBooking(page)
  const fields = fieldsOf(dialog)
  await expect(fields.preferred_time).toHaveAccessibleDescription(/^Up to two years ahead\. Times are in /)
  await submitOf(dialog).click()
  await expect(fields.name).toBeFocused()

  const wanted = someBooking()
  await fillBooking(dialog, wanted)
  const wrong = [
    ...bookingFields.filter(({ required }) => required).map(({ name }) => [name, ''] as const),
    ['email', 'thandi at partner'],
    ['preferred_time', '2020-01-01T10:00'],
    ['preferred_time', '202610-01-01T10:00'],
    ['preferred_time', `${new Date().getFullYear() + 3}-01-01T10:00`],
    ['phone', number],
  ] as const
  expect(wrong).toHaveLength(12)
  for (const [name, value] of wrong) {
    const field = fields[name as keyof typeof fields]
    const fill = (text: string) =>
      name === 'team_size' || name === 'current_challenges' ? field.selectOption(text) : field.fill(text)
    await fill(value)
    await submitOf(dialog).click()
    await expect(field, `${name}: "${value}"`).toBeFocused()
    expect(await field.evaluate((one: HTMLInputElement) => one.validity.valid)).toBe(false)
    if (value === number) {
      await expect(field).toHaveValue(number)
      const tooLong = '11 characters too many. The limit is 40.'
      await expect(field).toHaveAccessibleDescription(`Include the country code. ${tooLong}`)
      expect(await field.evaluate((one: HTMLInputElement) => one.validationMessage)).toBe(tooLong)
    }
    await fill(wanted[name as keyof typeof wanted])
  }
  expect(sent).toEqual([])
  // Leading and trailing spaces are removed and not counted.
  await fields.phone.fill(`  ${number.slice(0, 40)}  `)
  await expect(fields.phone).toHaveAccessibleDescription('Include the country code. 0 characters left.')
  await submitOf(dialog).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  expect(await stored.bookings(wanted.email)).toMatchObject([{ phone: number.slice(0, 40) }])
})

test('suggests a correction for a mistyped email address, and applies it with one click', async ({ page, stored }) => {
  const name = `thandi.${randomUUID()}`
  await visit(page)
  const dialog = await openBooking(page)
  const { email, company } = fieldsOf(dialog)
  await fillBooking(dialog, someBooking({ email: `${name}@gmial.com` }))
  const question = dialog.getByText(`${meant[0]} ${name}@gmail.com${meant[1]}`)
  await expect(question).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: name })).toBeVisible()
  await isAccessible(page)

  // The suggestion appears only after typing, and only for a mistyped email address.
  await email.fill('thandi@hotmial.com')
  await expect(question).toBeHidden()
  await company.focus()
  await expect(dialog.getByText('thandi@hotmail.com')).toBeVisible()
  await email.fill(`${name}@gmial.com`)
  await company.focus()
  await dialog.getByRole('button', { name: take }).click()
  await expect(email).toHaveValue(`${name}@gmail.com`)
  await expect(email).toBeFocused()
  await expect(dialog.getByRole('button', { name: take })).toHaveCount(0)
  await submitOf(dialog).click()
  await expect(receiptOf(page)).toBeVisible()
  expect(await stored.bookings(`${name}@gmail.com`)).toHaveLength(1)
})

test.describe('booking form for a visitor in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('updates the earliest allowed time every minute and when the dialog opens, even if the server does not respond', async ({
    page,
    faults,
  }) => {
    faults.expect(/ERR_FAILED/)
    await page.route('**/rpc/**', (asked) => asked.abort())
    await page.clock.install({ time: '2026-07-01T13:00:20Z' })
    await visit(page)
    const dialog = await openBooking(page)
    const { preferred_time } = fieldsOf(dialog)
    await expect(preferred_time).toHaveAttribute('min', '2026-07-01T09:00')
    await expect(dialog.getByText(booking.zoneNote('New York time'))).toBeVisible()
    await page.clock.runFor(61_000)
    await expect(preferred_time).toHaveAttribute('min', '2026-07-01T09:01')
    await page.keyboard.press('Escape')
    await page.clock.fastForward(30 * 60_000)
    await openBooking(page)
    await expect(preferred_time).toHaveAttribute('min', '2026-07-01T09:31')
  })
})
