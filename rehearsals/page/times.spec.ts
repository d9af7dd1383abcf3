import type { Locator, Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { receipt as receiptWords } from '#content/booking-receipt.ts'
import { freeTimesWords as words } from '#content/free-times.ts'
import { home } from '#content/home.ts'
import { fieldsOf, fillBooking, openBooking, receiptOf, someBooking, submitOf } from '#e2e/booking.ts'
import { freeTimesRoute, near, offered, openWithTimes } from '#e2e/free-times.ts'
import { holdBack } from '#e2e/hold-back.ts'
import { follow, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

// Of its own, since here the desk has a host. An answer to strangers is shared for some seconds by all who ask the same, so
// each test asks on a clock of its own.
test.use({ ownServer: true })

const callsRoute = '**/rpc/free_calls_this_week'
const zoneOf = (dialog: Locator) => dialog.getByLabel(words.zone)
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('drafts'))

test('what is left of the week is asked for when somebody looks, and told without a move', async ({
  page,
  stored,
  faults,
}) => {
  faults.expect(/status of 401/)
  await stored.weekOfCalls(12, 3)
  const [claim, left] = ['Only 12 slots a week', '9 of 12 left this week']
  await expect.poll(async () => (await page.request.get('/')).text()).toContain(claim)
  await page.setViewportSize({ width: 320, height: 640 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.clock.install()
  await visit(page)
  await page.clock.runFor(5000)
  expect(
    asked.filter((url) => /free[-_]calls/.test(url)),
    'nobody has looked yet',
  ).toEqual([])

  // A week that cannot be told is the plain claim, and the next look asks again.
  await page.route(callsRoute, (refused) => refused.fulfill({ status: 401, json: {} }), { times: 1 })
  const refused = page.waitForResponse(callsRoute)
  const dialog = await openBooking(page)
  await refused
  await expect(dialog.getByText(claim)).toBeVisible()
  await page.keyboard.press('Escape')

  const release = await holdBack(page, callsRoute)
  await openBooking(page)
  await expect(dialog.getByText(claim)).toBeVisible()
  const form = await dialog.locator('form').boundingBox()
  release()
  await expect(dialog.getByText(left, { exact: true })).toBeVisible()
  expect(await dialog.locator('form').boundingBox()).toEqual(form)
  await page.keyboard.press('Escape')
  const section = page.locator('section', { hasText: home.finalCall.title }).last()
  const steps = section.getByRole('heading', { name: home.finalCall.stepsTitle })
  const top = () => steps.evaluate((heading) => heading.getBoundingClientRect().top + scrollY)
  const before = await top()
  await section.scrollIntoViewIfNeeded()
  await expect(section.getByText(left, { exact: true })).toBeVisible()
  expect(await top()).toBe(before)
  await follow(page, 'contact', 'Contact')
  await expect(page.getByText(claim)).toBeVisible()
})

test.describe('in a draft', () => {
  test.use({ timezoneId: 'Africa/Harare' })

  test('in another zone the picked moment stays, a kept time that was taken is a wish, and a typed time is meant there', async ({
    page,
    stored,
  }) => {
    await stored.oneHost()
    const dialog = await openWithTimes(page)
    const field = fieldsOf(dialog).preferred_time
    await fillBooking(dialog, someBooking())
    const typed = await field.inputValue()
    await near(dialog).nth(3).click()
    await expect(field).not.toHaveValue(typed)
    const here = await field.inputValue()
    await zoneOf(dialog).selectOption('Asia/Dubai')
    const there = new Date(Date.parse(`${here}Z`) + 2 * 3_600_000).toISOString().slice(0, 16)
    await expect(field).toHaveValue(there)
    await expect(dialog).toContainText(booking.zoneNote('Asia/Dubai'))
    await expect(offered(dialog).getByRole('button', { pressed: true })).toHaveCount(1)
    await expect.poll(() => kept(page)).toMatch(/"picked":"2/)

    // Meanwhile others take the next days.
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

    const wanted = someBooking({ preferred_time: there.replace(/T.*/, 'T10:07') })
    await fillBooking(dialog, wanted)
    await page.reload()
    await openBooking(page)
    await expect(zoneOf(dialog)).toHaveValue('Asia/Dubai')
    await submitOf(dialog).click()
    await expect(receiptOf(page)).toContainText('10:07 AM (Asia/Dubai)')
    await expect(receiptOf(page)).toContainText(receiptWords.state)
    expect(await stored.bookings(wanted.email)).toMatchObject([
      {
        picked: false,
        time_zone: 'Asia/Dubai',
        preferred_time: new Date(`${wanted.preferred_time}:00+04:00`),
      },
    ])
  })
})

test.describe('by keyboard', () => {
  test.use({ timezoneId: 'Africa/Lusaka' })

  test('all days can be reached by keyboard alone', async ({ page, stored }) => {
    await stored.oneHost()
    const dialog = await openWithTimes(page)
    await offered(dialog).getByRole('button', { name: words.more }).focus()
    await page.keyboard.press('Enter')
    const days = dialog.getByRole('tablist', { name: words.days })
    await page.keyboard.press('Tab')
    await expect(zoneOf(dialog)).toBeFocused()
    await dialog.getByRole('button', { name: words.later }).focus()
    // Eight weeks and a half are offered; the last press has nothing more to show.
    for (let week = 1; week <= 8; week++) {
      const told = page.waitForResponse(freeTimesRoute)
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
})

test.describe('in an hour that the clocks repeat', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('both times are told apart, and the one that was pressed is sent', async ({ page, stored }) => {
    const year = new Date().getUTCFullYear() + 1
    // The first Sunday of November.
    const sunday = 1 + ((7 - new Date(Date.UTC(year, 10, 1)).getUTCDay()) % 7)
    const times = [5, 6].map((hour) => new Date(Date.UTC(year, 10, sunday, hour, 30)).toISOString())
    await stored.oneHost()
    await page.route(freeTimesRoute, async (asked) => {
      const answer = await asked.fetch()
      await asked.fulfill({ json: { ...(await answer.json()), times } })
    })
    await visit(page)
    const dialog = await openBooking(page)
    const wanted = someBooking()
    await fillBooking(dialog, wanted)
    await offered(dialog).getByRole('button', { name: '1:30 AM (UTC-05:00)' }).click()
    await expect(offered(dialog).getByRole('button', { pressed: true })).toHaveCount(1)
    await expect(fieldsOf(dialog).preferred_time).toHaveValue(/T01:30$/)
    await submitOf(dialog).click()
    await expect(receiptOf(page)).toBeVisible()
    expect(await stored.bookings(wanted.email)).toMatchObject([
      { picked: true, preferred_time: new Date(times[1] ?? '') },
    ])
  })
})
