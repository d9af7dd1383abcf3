import type { Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import { bookingRefusals, timeRefusals } from '#content/form-refusals.ts'
import { callBar, callLabels } from '#content/strategy-call.ts'
import { isAccessible } from './axe.ts'
import { dialogOf, fieldsOf, fillBooking, heroButton, receiptOf, someBooking, submitOf } from './booking.ts'
import { scrolled } from './scrolling.ts'
import { expectView, visit } from './site.ts'
import { expect, phone, test } from './test.ts'

test.use(phone)

const barOf = (page: Page) => page.getByRole('complementary', { name: callBar.name })

test('lists all invalid fields of a refused booking, focuses the first one, and stores the booking once it is corrected', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(/status of 400|ERR_FAILED/)
  // If the clock is two days slow and the server's time is unknown, the browser accepts a time in the past.
  await page.route('**/rpc/**', (asked) => asked.abort())
  const now = Date.now()
  await page.clock.install({ time: now - 48 * 3_600_000 })
  await visit(page)
  await heroButton(page).tap()
  const dialog = dialogOf(page)
  const fields = fieldsOf(dialog)
  // A sentence before the first field states the requirements, and each field states its purpose.
  const needed = await dialog.getByText('All fields are required except the message.').boundingBox()
  expect(needed?.y).toBeLessThan((await fields.name.boundingBox())?.y ?? 0)
  await expect(fields.email).toHaveAccessibleDescription('We will send the confirmation to this address.')
  await expect(fields.phone).toHaveAccessibleDescription('Include the country code.')
  await expect(fields.message).toHaveAccessibleDescription('A few lines help us prepare.')

  // Spaces pass the browser's validation.
  const yesterday = new Date(now - 24 * 3_600_000).toISOString().slice(0, 16)
  const wanted = someBooking({ company: '  ', phone: ' ', preferred_time: yesterday })
  await fillBooking(dialog, wanted)
  await submitOf(dialog).tap()
  const summary = dialog.getByRole('alert')
  await expect(summary).toContainText('Failed to submit booking. Please try again or contact us directly.')
  await expect(summary.getByRole('listitem')).toHaveText([
    `Company Name: ${bookingRefusals.company}`,
    `Phone Number: ${bookingRefusals.phone}`,
    `Preferred Call Date & Time: ${timeRefusals.past}`,
  ])
  await expect(fields.company).toBeFocused()
  await expect(fields.company).toBeInViewport({ ratio: 1 })
  const reason = dialog.locator('#booking-company-error')
  await expect(reason).toHaveText(bookingRefusals.company)
  await expect(reason).toBeInViewport({ ratio: 1 })
  await expect(fields.preferred_time).toHaveAttribute('aria-invalid', 'true')
  await expect(fields.preferred_time).toHaveAccessibleDescription(new RegExp(timeRefusals.past))
  const top = (await summary.boundingBox())?.y ?? 0
  expect(top).toBeLessThan((await fields.name.boundingBox())?.y ?? 0)
  await isAccessible(page)

  await summary.getByRole('link', { name: 'Preferred Call Date & Time' }).tap()
  await expect(fields.preferred_time).toBeFocused()
  expect(new URL(page.url()).hash).toBe('')
  // The error described the old value, so it disappears after the edit.
  const mended = { ...someBooking(), email: wanted.email }
  await fields.company.fill(mended.company)
  await expect(reason).toBeHidden()
  await expect(fields.company).not.toHaveAttribute('aria-invalid')
  await expect(fields.phone).toHaveAttribute('aria-invalid', 'true')
  expect(await stored.bookings(wanted.email)).toEqual([])

  await fillBooking(dialog, mended)
  await submitOf(dialog).tap()
  await expect(dialog.getByRole('status')).toContainText(booking.confirmation.title)
  await page.clock.runFor(booking.confirmationMs)
  await expect(dialog).toBeHidden()
  await expect(receiptOf(page)).toBeInViewport()
  await isAccessible(page)
  await receiptOf(page).getByRole('button', { name: receipt.dismiss }).tap()
  await expect(receiptOf(page)).toBeHidden()
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
})

test('shows only one "Book Call" button at a time, and keeps fixed elements below a fifth of the screen’s height', async ({
  page,
}) => {
  const inView = () =>
    page.evaluate(
      (label) =>
        [...document.querySelectorAll('button')].filter((button) => {
          const { top, bottom } = button.getBoundingClientRect()
          const isSeen = button.checkVisibility({ visibilityProperty: true }) && bottom > 0 && top < innerHeight
          return isSeen && button.textContent === label
        }).length,
      callLabels.short,
    )
  await visit(page)
  await expect(page.locator('aside:has([commandfor=booking])')).toBeAttached()
  expect(await inView()).toBe(1)
  await page.getByRole('heading', { level: 3 }).first().scrollIntoViewIfNeeded()
  await expect(barOf(page)).toBeVisible()
  expect(await inView()).toBe(1)

  await visit(page, 'roi-calculator')
  await page.getByLabel('Win rate', { exact: true }).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  expect(await scrolled(page)).toBe(900)
  expect(await inView()).toBe(1)
  // Measures the elements that stay in place while the page scrolls.
  const fixed = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
      .map((element) => element.getBoundingClientRect())
      .reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)), 0),
  )
  expect(fixed / phone.viewport.height).toBeLessThan(0.2)
})

test('keeps the booking form’s close button in view while the form scrolls', async ({ page }) => {
  await visit(page)
  await heroButton(page).tap()
  await submitOf(dialogOf(page)).scrollIntoViewIfNeeded()
  await expect(dialogOf(page).getByRole('button', { name: booking.close })).toBeInViewport({ ratio: 1 })
})

test('opens each view by touch, and shows the booking bar only if no other booking button is visible', async ({
  page,
}) => {
  await visit(page)
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).tap()
  await expectView(page, 'services')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const back = page.getByRole('banner').getByRole('link', { name: 'Back to Home' })
  await expect(back).toBeInViewport()
  await back.tap()
  await expectView(page, 'home')

  await expect(heroButton(page)).toBeInViewport()
  await expect(barOf(page)).toBeHidden()
  await page.getByRole('heading', { level: 3 }).first().scrollIntoViewIfNeeded()
  await expect(barOf(page)).toBeVisible()
  const button = barOf(page).getByRole('button', { name: callLabels.short })
  await button.tap()
  await expect(fieldsOf(dialogOf(page)).name).toBeFocused()
  await dialogOf(page).getByRole('button', { name: booking.close }).tap()
  await expect(button).toBeFocused()
  await heroButton(page).scrollIntoViewIfNeeded()
  await heroButton(page).focus()
  await expect(barOf(page)).toBeHidden()
})
