import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { calendarEvent, nextSteps, receipt as words } from '#content/booking-receipt.ts'
import { eventUid } from '#shared/lib/calendar-file.ts'
import type { RunningServer } from '#tools/testing/run-server.ts'
import { fieldsOf, fillBooking, heroButton, openBooking, receiptOf, someBooking, submitOf } from './booking.ts'
import type { StoredRows } from './database.ts'
import { holdBack } from './hold-back.ts'
import { follow, visit } from './site.ts'
import { expect, type PageErrors } from './test.ts'

/**
 * Books a call as a visitor, checks the confirmation, restarts the server, and expects that the booking is still
 * stored. Runs with every kind of database.
 */
export async function bookAndRestart(
  page: Page,
  server: RunningServer,
  stored: StoredRows,
  faults: PageErrors,
): Promise<void> {
  const wanted = someBooking()
  const answer = await holdBack(page, '**/rest/v1/strategy_call_bookings')
  await page.clock.install()
  await visit(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  // A person takes longer than three seconds; a form filled in faster is suspected spam.
  await page.clock.pauseAt(Date.now() + 60_000)
  await submitOf(dialog).click()
  const submitting = dialog.getByRole('button', { name: 'Submitting...', exact: true })
  await expect(submitting).toBeDisabled()
  answer()

  const confirmation = dialog.getByRole('status')
  await expect(confirmation).toContainText(booking.confirmation.title)
  await expect(confirmation).toContainText('24 hours')
  await expect(dialog.getByRole('heading', { name: booking.confirmation.title })).toBeFocused()
  await page.clock.runFor(booking.confirmationMs - 1)
  await expect(dialog).toBeVisible()
  await page.clock.runFor(1)
  await expect(dialog).toBeHidden()
  await page.clock.resume()
  await expect(heroButton(page)).toBeFocused()

  const [row, ...others] = await stored.bookings(wanted.email)
  expect(others).toEqual([])
  const { preferred_time, ...texts } = wanted
  expect(row).toMatchObject({ ...texts, monthly_revenue: null, status: 'new', confirmed: null })
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(row?.time_zone).toBe(zone)
  const instant = await page.evaluate((local) => new Date(local).toISOString(), preferred_time)
  expect(row?.preferred_time).toEqual(new Date(instant))

  await checkReceipt(page, String(row?.id), zone)
  // The page's background requests fail while the server is down, and are retried.
  faults.expect(
    /(ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE|status of 503).*(user_interactions|remaining_calls)/,
  )
  await server.restart()
  expect(await stored.bookings(wanted.email)).toEqual([row])

  // The form is ready for another request, and the receipt remains until the visitor dismisses it.
  await openBooking(page)
  for (const [name, field] of Object.entries(fieldsOf(dialog))) await expect(field, name).toHaveValue('')
  await expect(submitOf(dialog)).toBeEnabled()
  await dialog.getByRole('button', { name: booking.close }).click()
  await receiptOf(page).getByRole('button', { name: words.dismiss }).click()
  await expect(receiptOf(page)).toBeHidden()
}

async function checkReceipt(page: Page, id: string, zone: string): Promise<void> {
  const receipt = receiptOf(page)
  await expect(receipt).toContainText(id.slice(0, 8).toUpperCase())
  await expect(receipt).toContainText(`10:30 AM (${zone})`)
  await receipt.getByText(words.nextTitle).click()
  await expect(receipt.getByRole('listitem')).toHaveText(nextSteps(words.length(30)))
  const downloading = page.waitForEvent('download')
  await receipt.getByRole('link', { name: words.calendars.file }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe(calendarEvent.fileName)
  expect(await readFile(await file.path(), 'utf8')).toContain(`UID:${eventUid(id, page.url())}\r\n`)
  const google = receipt.getByRole('link', { name: words.calendars.google })
  await expect(google).toHaveAttribute('href', /^https:\/\/calendar\.google\.com\/.*dates=\d{8}T\d{6}Z/)
  await follow(page, 'about', 'About')
  await expect(receipt).toBeVisible()
  await page.goBack()
  await expect(heroButton(page)).toBeVisible()
}
