import type { Locator } from '@playwright/test'
import { freeTimesWords as words } from '#content/free-times.ts'
import { fieldsOf, fillBooking, openBooking, receiptOf, someBooking, submitOf } from '#e2e/booking.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

// Of its own, since here the desk has a host. An answer to strangers is shared for some seconds by all who ask the same, so
// each test asks on a clock of its own.
test.use({ ownServer: true })

const route = '**/rpc/free_times?*'
const offered = (dialog: Locator) => dialog.getByRole('group', { name: words.title })

test.describe('in an hour that the clocks repeat', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('both times are told apart, and the one that was pressed is sent', async ({ page, stored }) => {
    const year = new Date().getUTCFullYear() + 1
    // The first Sunday of November.
    const sunday = 1 + ((7 - new Date(Date.UTC(year, 10, 1)).getUTCDay()) % 7)
    const times = [5, 6].map((hour) => new Date(Date.UTC(year, 10, sunday, hour, 30)).toISOString())
    await stored.oneHost()
    await page.route(route, async (asked) => {
      const answer = await asked.fetch()
      await asked.fulfill({ json: { ...(await answer.json()), times } })
    })
    await visit(page)
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
