import type { Locator, Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { receipt as receiptWords } from '#content/booking-receipt.ts'
import { freeTimesWords as words } from '#content/free-times.ts'
import {
  fieldsOf,
  fillBooking,
  openBooking,
  receiptOf,
  someBooking,
  submitOf,
  type Wanted,
} from './booking.ts'
import { holdBack } from './hold-back.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

// Of its own, since here the desk has a host. Answers to strangers are shared for some seconds, so each test begins
// with an empty cache.
test.use({
  settings: { RATE_LIMIT: 'off', PARTNERS_EMAIL: 'times@provider.example' },
  timezoneId: 'Africa/Johannesburg',
})

const route = '**/rpc/free_times?*'
const offered = (dialog: Locator) => dialog.getByRole('group', { name: words.title })
const near = (dialog: Locator) =>
  offered(dialog).getByRole('button', { name: /^\w{3} \d+ \w{3}, \d\d:\d\d$/ })
const zoneOf = (dialog: Locator) => dialog.getByLabel(words.zone)
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('drafts'))

/** Waits for the free times before the dialog is opened, as most visitors do. */
async function openWithTimes(page: Page): Promise<Locator> {
  const told = page.waitForResponse(route)
  await visit(page)
  await told
  const dialog = await openBooking(page)
  await expect(near(dialog)).toHaveCount(6)
  return dialog
}

/** Fills in all but the time, which is picked, at a person's pace. */
async function sendPicked(page: Page, dialog: Locator, wanted: Wanted, pick: () => Promise<void>) {
  await fillBooking(dialog, wanted)
  await pick()
  await page.waitForTimeout(3200)
  await submitOf(dialog).click()
}

for (const [device, look] of [
  ['a laptop', { viewport: { width: 1440, height: 900 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const) {
  test.describe(device, () => {
    test.use(look)

    test('a free time is picked with one press, held, and told', async ({ page, server, stored }) => {
      await stored.oneHost()
      await server.restart()
      const dialog = await openWithTimes(page)
      const wanted = someBooking()
      const time = near(dialog).nth(2)
      await sendPicked(page, dialog, wanted, async () => {
        await time.click()
        await expect(time).toHaveAttribute('aria-pressed', 'true')
      })
      await expect(dialog.getByText(booking.outcomes.held.text)).toBeVisible()
      await expect(receiptOf(page)).toContainText(receiptWords.outcomes.held.state)
      const [row] = await stored.bookings(wanted.email)
      expect(row).toMatchObject({ picked: true, status: 'new', time_zone: 'Africa/Johannesburg' })
    })
  })
}

test('where owners say so, a picked time is confirmed at once, in words, receipt and calendar', async ({
  page,
  server,
  stored,
}) => {
  await stored.oneHost(true)
  await server.restart()
  const dialog = await openWithTimes(page)
  await expect(offered(dialog)).toContainText(words.confirmed)
  const wanted = someBooking()
  await sendPicked(page, dialog, wanted, () => near(dialog).first().click())
  await expect(dialog.getByText(booking.outcomes.confirmed.title)).toBeVisible()
  await expect(dialog).toBeHidden({ timeout: 10_000 })
  const receipt = page.getByRole('complementary', { name: receiptWords.outcomes.confirmed.title })
  await expect(receipt).toContainText(receiptWords.outcomes.confirmed.state)
  await expect(receipt).not.toContainText('24 hours')
  const file = await receipt.getByRole('link', { name: receiptWords.calendars.file }).getAttribute('href')
  expect(decodeURIComponent(file ?? '')).toContain('STATUS:CONFIRMED')
  expect(await stored.bookings(wanted.email)).toMatchObject([{ picked: true, status: 'confirmed' }])
})

test('in another zone the picked moment stays, and a typed time is meant there', async ({
  page,
  server,
  stored,
}) => {
  await stored.oneHost()
  await server.restart()
  const dialog = await openWithTimes(page)
  const field = fieldsOf(dialog).preferred_time
  await fillBooking(dialog, someBooking())
  await near(dialog).nth(3).click()
  const here = await field.inputValue()
  await zoneOf(dialog).selectOption('Asia/Dubai')
  const there = new Date(Date.parse(`${here}Z`) + 2 * 3_600_000).toISOString().slice(0, 16)
  await expect(field).toHaveValue(there)
  await expect(dialog).toContainText(booking.zoneNote('Asia/Dubai'))
  await expect(offered(dialog).getByRole('button', { pressed: true })).toHaveCount(1)

  const wanted = someBooking({ preferred_time: there.replace(/T.*/, 'T10:07') })
  await fillBooking(dialog, wanted)
  await expect(offered(dialog).getByRole('button', { pressed: true })).toHaveCount(0)
  await page.reload()
  await openBooking(page)
  await expect(zoneOf(dialog)).toHaveValue('Asia/Dubai')
  await submitOf(dialog).click()
  await expect(receiptOf(page)).toContainText('10:07 AM (Asia/Dubai)')
  expect(await stored.bookings(wanted.email)).toMatchObject([
    { picked: false, time_zone: 'Asia/Dubai', preferred_time: new Date(`${wanted.preferred_time}:00+04:00`) },
  ])
})

test('of two who pick a time, the second hears of the next ones, and both requests are stored', async ({
  page,
  browser,
  server,
  stored,
}) => {
  await stored.oneHost()
  await server.restart()
  const dialog = await openWithTimes(page)
  const other = await browser.newPage({ baseURL: server.url, timezoneId: 'Africa/Johannesburg' })
  const faster = await openWithTimes(other)
  const [first, second] = [someBooking(), someBooking()]
  await sendPicked(other, faster, first, () => near(faster).nth(1).click())
  await expect(faster.getByText(booking.outcomes.held.text)).toBeVisible()
  await other.close()

  await sendPicked(page, dialog, second, () => near(dialog).nth(1).click())
  await expect(dialog.getByText(booking.outcomes.taken.text)).toBeVisible()
  await expect(dialog).toBeHidden({ timeout: 10_000 })
  await expect(receiptOf(page)).toContainText(receiptWords.outcomes.taken.state)
  await expect(receiptOf(page).getByText(receiptWords.hold), 'nobody keeps a time that is gone').toBeHidden()
  await expect(receiptOf(page).getByText(/^\w{3} \d+ \w{3}, \d\d:\d\d$/)).toHaveCount(6)
  await expect(receiptOf(page).getByRole('link', { name: receiptWords.outcomes.taken.link })).toHaveAttribute(
    'href',
    /\/\?call=/,
  )
  for (const { email } of [first, second])
    expect(await stored.bookings(email)).toMatchObject([{ picked: true, status: 'new' }])
})

test('a kept time that was taken meanwhile is a wish', async ({ page, server, stored }) => {
  await stored.oneHost()
  await server.restart()
  const dialog = await openWithTimes(page)
  const wanted = someBooking()
  await fillBooking(dialog, wanted)
  await near(dialog).first().click()
  await expect.poll(() => kept(page)).toMatch(/"picked":"2/)
  // A browser that is listened to asks the server, not its cache.
  await page.route(route, (asked) => asked.continue())
  await page.goto('about:blank')
  await stored.oneHost()
  await stored.hostIsOff()
  await server.restart()
  const told = page.waitForResponse(route)
  await visit(page)
  await told
  await openBooking(page)
  await expect(offered(dialog).getByRole('status')).toHaveText(words.taken)
  await expect(offered(dialog).getByRole('button', { pressed: true })).toHaveCount(0)
  await submitOf(dialog).click()
  await expect(receiptOf(page)).toContainText(receiptWords.state)
  expect(await stored.bookings(wanted.email)).toMatchObject([{ picked: false }])
})

test.describe('in an hour that the clocks repeat', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('both times are told apart, and the one that was pressed is sent', async ({ page, stored }) => {
    const year = new Date().getUTCFullYear() + 1
    // The first Sunday of November.
    const sunday = 1 + ((7 - new Date(Date.UTC(year, 10, 1)).getUTCDay()) % 7)
    const times = [5, 6].map((hour) => new Date(Date.UTC(year, 10, sunday, hour, 30)).toISOString())
    await page.route(route, async (asked) => {
      const answer = await asked.fetch()
      await asked.fulfill({ json: { ...(await answer.json()), times } })
    })
    const told = page.waitForResponse(route)
    await visit(page)
    await told
    const dialog = await openBooking(page)
    const wanted = someBooking()
    await fillBooking(dialog, wanted)
    await offered(dialog).getByRole('button', { name: '01:30 (UTC-05:00)' }).click()
    await expect(offered(dialog).getByRole('button', { pressed: true })).toHaveCount(1)
    await expect(fieldsOf(dialog).preferred_time).toHaveValue(/T01:30$/)
    await submitOf(dialog).click()
    await expect(receiptOf(page)).toBeVisible()
    expect(await stored.bookings(wanted.email)).toMatchObject([
      { picked: true, preferred_time: new Date(times[1] ?? '') },
    ])
  })
})

test('all days can be reached by keyboard alone', async ({ page, server, stored }) => {
  await stored.oneHost()
  await server.restart()
  const dialog = await openWithTimes(page)
  await offered(dialog).getByRole('button', { name: words.more }).focus()
  await page.keyboard.press('Enter')
  const days = dialog.getByRole('tablist', { name: words.days })
  await page.keyboard.press('Tab')
  await expect(zoneOf(dialog)).toBeFocused()
  await dialog.getByRole('button', { name: words.later }).focus()
  // Eight weeks and a half are offered; the last press has nothing more to show.
  for (let week = 1; week <= 8; week++) {
    const told = page.waitForResponse(route)
    await page.keyboard.press('Enter')
    await told
    await expect(offered(dialog).locator('[aria-busy]')).toHaveAttribute('aria-busy', 'false')
  }
  await expect(dialog.getByRole('button', { name: words.later })).toHaveAttribute('aria-disabled', 'true')
  await expect(days.getByRole('tab').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(days.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Tab')
  const times = dialog.getByRole('toolbar').getByRole('button')
  await expect(times.first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('toolbar').getByRole('button', { pressed: true })).toBeFocused()
  await expect(fieldsOf(dialog).preferred_time).toHaveValue(/T0\d:\d\d$/)
})

test('nothing moves when the times arrive', async ({ page, server, stored }) => {
  await stored.oneHost()
  await server.restart()
  for (const width of [320, 390, 1440]) {
    const release = await holdBack(page, route)
    await page.setViewportSize({ width, height: 844 })
    await visit(page)
    const dialog = await openBooking(page)
    await expect(dialog.getByText(words.waiting)).toBeVisible()
    const before = await fieldsOf(dialog).preferred_time.boundingBox()
    release()
    await expect(near(dialog)).toHaveCount(6)
    expect(await fieldsOf(dialog).preferred_time.boundingBox()).toEqual(before)
  }
})
