import { book, receiptOf, someBooking } from './booking.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

const year = new Date().getUTCFullYear() + 1

/** The nth Sunday of a month, as the USA changes its clocks. */
function sunday(month: number, nth: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  const day = 1 + ((7 - first) % 7) + (nth - 1) * 7
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

const cases = [
  {
    about: 'two hours ahead of UTC all year',
    zone: 'Africa/Johannesburg',
    typed: `${year}-03-10T09:30`,
    instant: `${year}-03-10T07:30:00.000Z`,
    shown: '9:30 AM (Africa/Johannesburg)',
  },
  {
    about: 'a time that the clocks skip in spring moves on by the hour that is missing',
    zone: 'America/New_York',
    typed: `${sunday(3, 2)}T02:30`,
    instant: `${sunday(3, 2)}T07:30:00.000Z`,
    shown: '3:30 AM (America/New_York)',
  },
  {
    about: 'a time that the clocks repeat in autumn is the first of the two',
    zone: 'America/New_York',
    typed: `${sunday(11, 1)}T01:30`,
    instant: `${sunday(11, 1)}T05:30:00.000Z`,
    shown: '1:30 AM (America/New_York)',
  },
]

for (const { about, zone, typed, instant, shown } of cases) {
  test.describe(zone, () => {
    test.use({ timezoneId: zone })

    test(about, async ({ page, stored }) => {
      const wanted = someBooking({ preferred_time: typed })
      await visit(page)
      await book(page, wanted)
      await expect(receiptOf(page)).toContainText(shown)
      const [row] = await stored.bookings(wanted.email)
      expect(row?.time_zone).toBe(zone)
      expect(row?.preferred_time).toEqual(new Date(instant))
    })
  })
}
