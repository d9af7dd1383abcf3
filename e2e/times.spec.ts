import type { Locator, Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { receipt as receiptWords } from '#content/booking-receipt.ts'
import { freeTimesWords as words } from '#content/free-times.ts'
import {
  dialogOf,
  fieldsOf,
  fillBooking,
  openBooking,
  receiptOf,
  someBooking,
  submitOf,
  type Wanted,
} from './booking.ts'
import { freeTimesRoute, near, offered, openWithTimes } from './free-times.ts'
import { holdBack } from './hold-back.ts'
import { visit } from './site.ts'
import { expect, phone, test } from './test.ts'

// Of its own, since here the desk has a host. An answer to strangers is shared for some seconds by all who ask the same, so
// each test asks on a clock of its own.
test.use({ ownServer: true })

/** Fills in all but the time, which is picked, at a person's pace. It should not be the first, which may begin meanwhile. */
async function sendPicked(page: Page, dialog: Locator, wanted: Wanted, time: Locator) {
  await fillBooking(dialog, wanted)
  await time.click()
  await expect(time).toHaveAttribute('aria-pressed', 'true')
  await page.clock.fastForward(4000)
  await submitOf(dialog).click()
}

test.describe('on a phone', () => {
  test.use({ ...phone, timezoneId: 'Africa/Johannesburg' })

  test('a free time is picked with one press, held, and told; who picks it too hears of the next ones', async ({
    page,
    browser,
    server,
    stored,
  }) => {
    await stored.oneHost()
    const dialog = await openWithTimes(page)
    const other = await browser.newPage({ baseURL: server.url, timezoneId: 'Africa/Johannesburg' })
    const faster = await openWithTimes(other)
    const [first, second] = [someBooking(), someBooking()]
    await sendPicked(other, faster, first, near(faster).last())
    await expect(faster.getByText(booking.outcomes.held.text)).toBeVisible()
    await expect(receiptOf(other)).toContainText(receiptWords.outcomes.held.state)
    await other.close()

    await sendPicked(page, dialog, second, near(dialog).last())
    await expect(dialog.getByText(booking.outcomes.taken.text)).toBeVisible()
    await page.clock.runFor(10_000)
    await expect(dialog).toBeHidden()
    const receipt = receiptOf(page)
    await expect(receipt).toContainText(receiptWords.outcomes.taken.state)
    await expect(receipt.getByText(receiptWords.hold), 'nobody keeps a time that is gone').toBeHidden()
    await expect(receipt.getByText(/^\w{3} \d+ \w{3}, \d+:\d\d [AP]M$/)).toHaveCount(6)
    await expect(receipt.getByRole('link', { name: receiptWords.outcomes.taken.link })).toHaveAttribute(
      'href',
      /\/\?call=/,
    )
    for (const { email } of [first, second])
      expect(await stored.bookings(email)).toMatchObject([
        { picked: true, status: 'new', time_zone: 'Africa/Johannesburg' },
      ])
  })
})

test.describe('where owners say so', () => {
  test.use({ timezoneId: 'Africa/Maputo' })

  test('a time of a known mailbox is confirmed at once, in words and calendar', async ({ page, stored }) => {
    await stored.oneHost(true)
    await stored.sendsMail()
    const dialog = await openWithTimes(page)
    await expect(offered(dialog)).toContainText(words.pick)
    const wanted = someBooking()
    await stored.hasAnswered(wanted.email)
    await sendPicked(page, dialog, wanted, near(dialog).last())
    await expect(dialog.getByText(booking.outcomes.confirmed.title)).toBeVisible()
    await page.clock.runFor(10_000)
    await expect(dialog).toBeHidden()
    const receipt = page.getByRole('complementary', { name: receiptWords.outcomes.confirmed.title })
    await expect(receipt).toContainText(receiptWords.outcomes.confirmed.state)
    await expect(receipt).not.toContainText('24 hours')
    const file = await receipt.getByRole('link', { name: receiptWords.calendars.file }).getAttribute('href')
    expect(decodeURIComponent(file ?? '')).toContain('STATUS:CONFIRMED')
    expect(await stored.bookings(wanted.email)).toMatchObject([{ picked: true, status: 'confirmed' }])
  })
})

test.describe('before it is known which times are free', () => {
  test.use({ timezoneId: 'Africa/Cairo' })

  test('nothing moves when they come, late or never; the field stays', async ({ page, stored, faults }) => {
    faults.expect(/status of 404/)
    await stored.oneHost()
    await page.clock.install()
    const dialog = dialogOf(page)
    const place = () => fieldsOf(dialog).preferred_time.boundingBox()
    const told = (sentence: keyof typeof words.instead) => dialog.getByText(words.instead[sentence])
    await page.route(freeTimesRoute, (asked) => asked.fulfill({ status: 404, json: { code: 'PGRST202' } }))
    await visit(page)
    const asked = page.waitForRequest(freeTimesRoute)
    await openBooking(page)
    await asked
    const before = await place()
    await expect(told('failed')).toBeVisible()
    expect(await place(), 'nothing moves').toEqual(before)
    await page.keyboard.press('Escape')
    await openBooking(page)
    await expect(told('failed')).toBeHidden()
    await expect(offered(dialog)).toBeHidden()
    await page.unroute(freeTimesRoute)
    const wanted = someBooking()
    await fillBooking(dialog, wanted)
    await submitOf(dialog).click()
    await expect(receiptOf(page)).toContainText(receiptWords.state)
    expect(await stored.bookings(wanted.email)).toMatchObject([{ picked: false }])

    for (const width of [320, 390, 1440]) {
      const release = await holdBack(page, freeTimesRoute)
      await page.setViewportSize({ width, height: 844 })
      await visit(page)
      const called = page.waitForRequest(freeTimesRoute)
      await openBooking(page)
      await called
      await expect(told('waiting')).toBeVisible()
      const before = await place()
      await page.clock.runFor(10_000)
      await expect(told('late'), 'nobody says that there are none').toBeVisible()
      expect(await place(), `late at ${width} px`).toEqual(before)
      release()
      await expect(near(dialog)).toHaveCount(6)
      expect(await place(), `${width} px`).toEqual(before)
    }
  })
})
