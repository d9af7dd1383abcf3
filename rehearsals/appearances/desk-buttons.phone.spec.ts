import type { Locator } from '@playwright/test'
import { openDesk } from '#e2e/desk.ts'
import { expect, test } from '#e2e/desk-test.ts'
import { mark, openRow, sendBooking, wednesday } from '#e2e/inbox.ts'
import { phone } from '#e2e/test.ts'

test.use(phone)

test.use({ ...phone, timezoneId: 'UTC' })

/** Expects that the button is entirely visible and not covered. */
async function expectAtBottom(button: Locator): Promise<void> {
  await expect(button).toBeInViewport({ ratio: 1 })
  await button.click({ trial: true })
}

test('keeps the confirm and save buttons at the bottom of a phone screen, above the navigation', async ({
  page,
  at,
  anna,
  stored,
}) => {
  await page.setViewportSize({ width: 390, height: 640 })
  const name = `Foot ${mark()}`
  const message = 'A long message.\n'.repeat(40)
  const id = await sendBooking(at.url, { name, message, preferred_time: wednesday(40, '09:00') })
  await openDesk(page, at.url, anna, '/bookings?sort=created_at')
  const record = await openRow(page, name)
  const confirm = record.getByRole('button', { name: 'Confirm' })
  await record.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded()
  await expectAtBottom(confirm)
  await confirm.tap()
  const dialog = page.getByRole('dialog', { name: 'Confirm the call' })
  await expect(dialog.getByText(/calls booked that week$/)).toBeAttached()
  await expectAtBottom(dialog.getByRole('button', { name: 'Confirm 9:00 AM' }))
  await dialog.getByRole('button', { name: 'Confirm 9:00 AM' }).tap()
  await expect(dialog).toHaveCount(0)

  await stored.propose(id, wednesday(40, '11:30'))
  await expect(record.getByRole('region', { name: 'Requested another time' })).toBeVisible()
  await record.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded()
  await expectAtBottom(record.getByRole('button', { name: 'Confirm 11:30 AM' }))

  await page.goto(`${at.url}/desk/settings`)
  await page.getByLabel('Weekly capacity (calls)').fill('6')
  await expectAtBottom(page.getByRole('button', { name: 'Save call settings' }))
})
