import { booking, bookingFields } from '#content/booking.ts'
import { challenges, teamSizes } from '#shared/contract/booking.ts'
import { fieldsOf, fillBooking, openBooking, someBooking, submitOf } from './booking.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

const optionsIn = (select: Element) =>
  [...(select as HTMLSelectElement).options].map(({ value, text }) => [value, text])
const isValid = (field: Element) => (field as HTMLInputElement).validity.valid

test('the form asks for what the specification lists, with the browser’s own checks', async ({ page }) => {
  await visit(page)
  const dialog = await openBooking(page)
  const fields = fieldsOf(dialog)
  await expect(fields.email).toHaveAttribute('type', 'email')
  await expect(fields.phone).toHaveAttribute('type', 'tel')
  await expect(fields.preferred_time).toHaveAttribute('type', 'datetime-local')
  await expect(fields.preferred_time).not.toHaveAttribute('step')
  for (const { name, required } of bookingFields) {
    await expect(fields[name], name).toHaveJSProperty('required', name !== 'message')
    expect(required, name).toBe(name !== 'message')
  }
  await expect(dialog.locator('[name=monthly_revenue]')).toHaveCount(0)
  // The claim stands until the server has answered how many are left.
  await expect(dialog).toContainText(/Only 5 slots a week|\d of 5 left this week/)
})

test('the options stand in the order of the specification', async ({ page }) => {
  await visit(page)
  const fields = fieldsOf(await openBooking(page))
  const sizes = await fields.team_size.evaluate(optionsIn)
  expect(sizes.map(([value]) => value)).toEqual(['', ...teamSizes])
  expect(sizes.map(([, label]) => label).slice(1)).toEqual(['1 (Just me)', '2-5', '6-10', '11-25', '25+'])
  const wanted = await fields.current_challenges.evaluate(optionsIn)
  expect(wanted.map(([value]) => value)).toEqual(['', ...challenges])
})

test('nothing is sent while a field is missing or wrong', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('bookings')) sent.push(request.url())
  })
  await visit(page)
  const dialog = await openBooking(page)
  const fields = fieldsOf(dialog)
  await submitOf(dialog).click()
  await expect(fields.name).toBeFocused()

  const wrong = [
    ...['name', 'email', 'company', 'phone', 'preferred_time'].map((name) => [name, ''] as const),
    ['email', 'thandi at partner'],
    ['preferred_time', '2020-01-01T10:00'],
  ] as const
  for (const [name, value] of wrong) {
    await fillBooking(dialog, someBooking())
    const field = fields[name as keyof typeof fields]
    await field.fill(value)
    expect(await field.evaluate(isValid), `${name}: "${value}"`).toBe(false)
    await submitOf(dialog).click()
    await expect(field).toBeFocused()
  }
  for (const name of ['team_size', 'current_challenges'] as const) {
    await fillBooking(dialog, someBooking())
    await fields[name].selectOption('')
    await submitOf(dialog).click()
    await expect(fields[name]).toBeFocused()
  }
  await expect(dialog.getByRole('button', { name: booking.submit })).toBeEnabled()
  expect(sent).toEqual([])
})

test.describe('on a visitor’s clock', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('the earliest time is the present minute, each time the dialog opens and each minute', async ({
    page,
  }) => {
    // 09:30 on 1 July in Auckland.
    await page.clock.install({ time: '2026-06-30T21:30:20Z' })
    await visit(page)
    let dialog = await openBooking(page)
    const { preferred_time } = fieldsOf(dialog)
    await expect(preferred_time).toHaveAttribute('min', '2026-07-01T09:30')
    await expect(dialog.getByText(booking.zoneNote('Pacific/Auckland'))).toBeVisible()
    await page.clock.runFor(61_000)
    await expect(preferred_time).toHaveAttribute('min', '2026-07-01T09:31')
    await dialog.getByRole('button', { name: booking.close }).click()
    await page.clock.setSystemTime('2026-06-30T23:05:00Z')
    dialog = await openBooking(page)
    await expect(preferred_time).toHaveAttribute('min', '2026-07-01T11:05')
  })
})
