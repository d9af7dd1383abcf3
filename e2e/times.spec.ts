import type { Locator, Page } from '@playwright/test'
import { availableTimesWords as words } from '#content/available-times.ts'
import { booking } from '#content/booking.ts'
import { receipt as receiptWords } from '#content/booking-receipt.ts'
import {
  type BookingInput,
  dialogOf,
  fieldsOf,
  fillBooking,
  openBooking,
  receiptOf,
  someBooking,
  submitOf,
} from './booking.ts'
import { holdBack } from './hold-back.ts'
import { visit } from './site.ts'
import { expect, phone, test } from './test.ts'

// These tests add a host, so they need their own server. The server caches responses to visitors for a few seconds,
// so each test uses its own time zone.
test.use({ ownServer: true })

const freeTimesRoute = '**/rpc/available_times?*'
const offered = (dialog: Locator) => dialog.getByRole('group', { name: words.title })
const near = (dialog: Locator) => offered(dialog).getByRole('button', { name: /^\w{3}, \w{3} \d+, \d+:\d\d [AP]M$/ })

/** Opens the dialog, and waits for the available times. */
async function openWithTimes(page: Page): Promise<Locator> {
  await page.clock.install()
  await visit(page)
  const dialog = await openBooking(page)
  await expect(near(dialog)).toHaveCount(6)
  const shown = await near(dialog).allTextContents()
  const byNight = /, (12|[1-7]):\d\d AM|, ([6-9]|1[01]):\d\d PM/
  expect(shown.join('\n'), 'the host never sleeps').not.toMatch(byNight)
  await expect(dialog.getByText(new RegExp(`next(?: available)?: ${shown[0]}`, 'i'))).toBeVisible()
  return dialog
}

/** Fills in the form at human speed and selects `time`. The first slot may start too soon; use a later slot. */
async function sendPicked(page: Page, dialog: Locator, wanted: BookingInput, time: Locator) {
  await fillBooking(dialog, wanted)
  await time.click()
  await expect(time).toHaveAttribute('aria-pressed', 'true')
  await page.clock.fastForward(4000)
  await submitOf(dialog).click()
}

// This test must run first: the server caches the number of calls left this week for a few seconds of real time.
test('shows the number of calls left this week when the booking dialog opens, and does not shift the layout', async ({
  page,
  stored,
  faults,
}) => {
  faults.expect(/status of 401/)
  const route = '**/rpc/remaining_calls_this_week'
  await stored.weekOfCalls(12, 3)
  const [claim, left] = ['Only 12 slots a week', '9 of 12 left this week']
  await expect.poll(async () => (await page.request.get('/')).text()).toContain(claim)
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await visit(page)
  await page.clock.runFor(5000)
  expect(asked.filter((url) => /free[-_]calls/.test(url))).toEqual([])

  // If the request fails, the general claim remains, and opening the dialog repeats the request.
  await page.route(route, (refused) => refused.fulfill({ status: 401, json: {} }), { times: 1 })
  const refused = page.waitForResponse(route)
  const dialog = await openBooking(page)
  await refused
  await expect(dialog.getByText(claim)).toBeVisible()
  await page.keyboard.press('Escape')
  const release = await holdBack(page, route)
  await openBooking(page)
  await expect(dialog.getByText(claim)).toBeVisible()
  const form = await dialog.locator('form').boundingBox()
  release()
  await expect(dialog.getByText(left, { exact: true })).toBeVisible()
  expect(await dialog.locator('form').boundingBox()).toEqual(form)
})

test.describe('booking form on a phone', () => {
  test.use({ ...phone, timezoneId: 'Africa/Johannesburg' })

  test('holds an available time selected with one tap, and offers other times to a second visitor who selects the same time', async ({
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
    await expect(receipt.getByText(/^\w{3}, \w{3} \d+, \d+:\d\d [AP]M$/)).toHaveCount(6)
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

test.describe('booking form for a visitor in Cairo', () => {
  test.use({ timezoneId: 'Africa/Cairo' })

  test('causes no layout shift if the available times arrive late or fail to load, and still accepts a typed time', async ({
    page,
    stored,
    faults,
  }) => {
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
    await expect(dialog.getByLabel(words.zone)).toHaveValue('Africa/Cairo')
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

test.describe('booking form with a draft', () => {
  test.use({ timezoneId: 'Africa/Harare' })

  test('keeps the selected instant if the time zone changes, and asks for another time if the selected time was taken', async ({
    page,
    stored,
  }) => {
    await stored.oneHost()
    const dialog = await openWithTimes(page)
    const zone = dialog.getByLabel(words.zone)
    const field = fieldsOf(dialog).preferred_time
    await fillBooking(dialog, someBooking())
    await near(dialog).nth(3).click()
    const here = await field.inputValue()
    await zone.selectOption('Asia/Dubai')
    const there = new Date(Date.parse(`${here}Z`) + 2 * 3_600_000).toISOString().slice(0, 16)
    await expect(field).toHaveValue(there)
    await expect(dialog).toContainText(booking.zoneNote('Dubai time'))
    await expect(offered(dialog).getByRole('button', { pressed: true })).toHaveCount(1)
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('drafts'))).toMatch(/"picked":"2/)

    // Other visitors book all available times over the next few days.
    await page.route(freeTimesRoute, async (asked) => {
      const answer = await asked.fetch()
      const told = (await answer.json()) as { times: string[] }
      const taken = Date.parse(`${here}Z`) + 24 * 3_600_000
      await asked.fulfill({ json: { ...told, times: told.times.filter((time) => Date.parse(time) > taken) } })
    })
    await visit(page)
    await openBooking(page)
    await expect(offered(dialog).getByRole('status')).toHaveText(words.taken)
    await expect(offered(dialog).getByRole('button', { pressed: true })).toHaveCount(0)
    await expect(zone).toHaveValue('Asia/Dubai')
    const wanted = someBooking({ preferred_time: there.replace(/T.*/, 'T10:07') })
    await fillBooking(dialog, wanted)
    await submitOf(dialog).click()
    await expect(receiptOf(page)).toContainText('10:07 AM (Dubai time, UTC+4)')
    const preferred_time = new Date(`${wanted.preferred_time}:00+04:00`)
    const sent = { picked: false, time_zone: 'Asia/Dubai', preferred_time }
    expect(await stored.bookings(wanted.email)).toMatchObject([sent])
  })
})

test.describe('booking form on a device without a time zone', () => {
  test('asks for a time zone before it offers times, and interprets typed times in the selected time zone', async ({
    page,
    stored,
  }) => {
    await stored.oneHost()
    await page.addInitScript(() => {
      const usual = Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
      Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ ...usual, timeZone: 'Etc/Unknown' })
    })
    await page.clock.install()
    await visit(page)
    const dialog = await openBooking(page)
    await expect(dialog.getByText(words.zoneFirst)).toBeVisible()
    const wanted = someBooking()
    await fillBooking(dialog, wanted)
    const zone = dialog.getByLabel(words.zone)
    // The choice of a zone is loaded with the times.
    await expect(zone).toBeVisible()
    await submitOf(dialog).click()
    await expect(zone).toBeFocused()
    await zone.selectOption('Asia/Tbilisi')
    await expect(near(dialog)).toHaveCount(6)
    await expect(zone).toBeFocused()
    await page.clock.fastForward(4000)
    await submitOf(dialog).click()
    await expect(receiptOf(page)).toContainText('(Tbilisi time, UTC+4)')
    const preferred_time = new Date(`${wanted.preferred_time}:00+04:00`)
    expect(await stored.bookings(wanted.email)).toMatchObject([{ time_zone: 'Asia/Tbilisi', preferred_time }])
  })
})

test.describe('booking form on a device whose clock is three days ahead', () => {
  test.use({ timezoneId: 'Africa/Maputo' })

  test('accepts an available time, and disables each newly taken time within a minute', async ({ page, stored }) => {
    await stored.oneHost()
    await page.clock.install({ time: Date.now() + 3 * 86_400_000 })
    await visit(page)
    const dialog = await openBooking(page)
    await expect(near(dialog)).toHaveCount(6)
    await near(dialog).first().click()
    const { preferred_time } = fieldsOf(dialog)
    expect(await preferred_time.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(true)

    await page.route(freeTimesRoute, async (asked) => {
      const told = (await (await asked.fetch()).json()) as { times: string[] }
      await asked.fulfill({ json: { ...told, times: told.times.slice(-1) } })
    })
    await page.clock.runFor(60_000)
    await expect(near(dialog).first()).toBeDisabled()
  })
})

test.describe('booking form used by keyboard', () => {
  test.use({ timezoneId: 'Africa/Lusaka' })

  test('lets a visitor reach every offered day and select a time', async ({ page, stored }) => {
    await stored.oneHost()
    const dialog = await openWithTimes(page)
    await offered(dialog).getByRole('button', { name: words.more }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: words.later }).focus()
    // The form offers times for eight and a half weeks.
    for (let week = 1; week <= 8; week++) {
      const told = page.waitForResponse(freeTimesRoute)
      await page.keyboard.press('Enter')
      await told
      await expect(offered(dialog).locator('[aria-busy]')).toHaveAttribute('aria-busy', 'false')
    }
    await expect(dialog.getByRole('button', { name: words.later })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    const days = dialog.getByRole('tablist', { name: words.days })
    await expect(days.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('toolbar').getByRole('button', { pressed: true })).toBeFocused()
    await expect(fieldsOf(dialog).preferred_time).toHaveValue(/T0\d:\d\d$/)
  })
})
