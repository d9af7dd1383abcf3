import { booking } from '#content/booking.ts'
import { fieldsOf, fillBooking, openBooking, receiptOf, someBooking, submitOf } from '#e2e/booking.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

test.describe('on a visitor’s clock', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('the earliest time is the present minute; an hour that clocks skip moves on, and one they repeat is the first', async ({
    page,
    stored,
  }) => {
    const year = new Date().getUTCFullYear() + 1
    /** The nth Sunday of a month, as the USA changes its clocks. */
    const sunday = (month: number, nth: number) => {
      const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
      return new Date(Date.UTC(year, month - 1, 1 + ((7 - first) % 7) + (nth - 1) * 7))
        .toISOString()
        .slice(0, 10)
    }
    const now = new Date()
    now.setUTCSeconds(20)
    await page.clock.install({ time: now })
    await visit(page)
    const dialog = await openBooking(page)
    const { preferred_time } = fieldsOf(dialog)
    const minute = (ahead: number) =>
      page.evaluate((ms) => {
        const then = new Date(Date.now() + ms)
        return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
      }, ahead * 60_000)
    await expect(preferred_time).toHaveAttribute('min', await minute(0))
    await expect(dialog.getByText(booking.zoneNote('America/New_York'))).toBeVisible()
    const next = await minute(1)
    await page.clock.runFor(61_000)
    await expect(preferred_time).toHaveAttribute('min', next)
    await dialog.getByRole('button', { name: booking.close }).click()
    await page.clock.fastForward(30 * 60_000)
    await openBooking(page)
    await expect(preferred_time).toHaveAttribute('min', await minute(0))
    await page.keyboard.press('Escape')

    for (const [typed, instant, shown] of [
      [`${sunday(3, 2)}T02:30`, `${sunday(3, 2)}T07:30:00.000Z`, '3:30 AM'],
      [`${sunday(11, 1)}T01:30`, `${sunday(11, 1)}T05:30:00.000Z`, '1:30 AM'],
    ] as const) {
      const wanted = someBooking({ preferred_time: typed })
      await openBooking(page)
      await fillBooking(dialog, wanted)
      await submitOf(dialog).click()
      await expect(receiptOf(page)).toContainText(`${shown} (America/New_York)`)
      expect(await stored.bookings(wanted.email)).toMatchObject([
        { time_zone: 'America/New_York', preferred_time: new Date(instant) },
      ])
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  })
})
