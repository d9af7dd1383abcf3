import type { Page } from '@playwright/test'
import { dialogOf, fieldsOf, fillBooking, openBooking, receiptOf, someBooking, submitOf } from './booking.ts'
import { expectValues, visit } from './site.ts'
import { expect, test } from './test.ts'

const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('drafts'))

test('keeps a booking draft after a reload and a change of view, and deletes the draft once the booking is sent', async ({
  page,
  stored,
}) => {
  const wanted = someBooking()
  await visit(page)
  await openBooking(page)
  expect(await kept(page)).toBe(null)
  await fillBooking(dialogOf(page), wanted)

  // Fields that the browser restored are newer than the draft; Firefox restores fields while parsing, without an event.
  const restored = { ...wanted, company: 'Nkosi & Cousins' }
  await page.addInitScript((company) => {
    addEventListener('DOMContentLoaded', () => {
      const field = document.querySelector<HTMLInputElement>('#booking [name=company]')
      if (field && sessionStorage.getItem('restores')) field.value = company
    })
  }, restored.company)
  await page.evaluate(() => sessionStorage.setItem('restores', 'yes'))
  await page.reload()
  await openBooking(page)
  await expectValues(fieldsOf(dialogOf(page)), restored)
  expect(await kept(page)).toContain(restored.company)
  await page.evaluate(() => sessionStorage.removeItem('restores'))
  await visit(page, 'about')
  await page.getByRole('banner').getByRole('button').click()
  await expectValues(fieldsOf(dialogOf(page)), restored)
  // A restored draft can be edited like any other draft, and the edit is stored.
  const changed = { ...wanted, company: 'Nkosi & Sons' }
  await fieldsOf(dialogOf(page)).company.fill(changed.company)
  await visit(page)
  await openBooking(page)
  await expectValues(fieldsOf(dialogOf(page)), changed)

  await submitOf(dialogOf(page)).click()
  await expect(receiptOf(page)).toBeVisible()
  expect(await kept(page)).toBe(null)
  expect(await stored.bookings(wanted.email)).toEqual([
    expect.objectContaining({ company: changed.company, message: wanted.message }),
  ])
  await visit(page)
  await openBooking(page)
  await expectValues(fieldsOf(dialogOf(page)), {})
})

test.describe('page for a visitor in UTC', () => {
  test.use({ timezoneId: 'UTC' })

  test('keeps a draft for an hour, and rejects the draft’s preferred time if that time has passed', async ({
    page,
  }) => {
    await page.clock.setFixedTime('2026-07-01T09:00:00Z')
    const wanted = someBooking({ preferred_time: '2026-07-01T09:10' })
    await visit(page)
    await openBooking(page)
    await fillBooking(dialogOf(page), wanted)

    await page.clock.setFixedTime('2026-07-01T09:59:00Z')
    await visit(page)
    await openBooking(page)
    const { preferred_time } = fieldsOf(dialogOf(page))
    await expectValues(fieldsOf(dialogOf(page)), wanted)
    await submitOf(dialogOf(page)).click()
    await expect(preferred_time).toBeFocused()
    expect(await preferred_time.evaluate((field: HTMLInputElement) => field.validity.rangeUnderflow)).toBe(true)

    await page.clock.setFixedTime('2026-07-01T10:01:00Z')
    await visit(page)
    await openBooking(page)
    await expectValues(fieldsOf(dialogOf(page)), {})
    expect(await kept(page)).toBe(null)
  })
})
