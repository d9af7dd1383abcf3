import { receipt as receiptWords } from '#content/booking-receipt.ts'
import { freeTimesWords as words } from '#content/free-times.ts'
import { fieldsOf, fillBooking, openBooking, receiptOf, someBooking, submitOf } from './booking.ts'
import { spareData, visit } from './site.ts'
import { expect, test } from './test.ts'

// Of its own, since here the desk has a host.
test.use({ settings: { RATE_LIMIT: 'off', PARTNERS_EMAIL: 'times@provider.example' } })

const route = '**/rpc/free_times?*'

for (const [trouble, answer] of [
  ['refused', 404],
  ['never answered', null],
] as const) {
  test(`where the question is ${trouble}, the field is there alone, and takes a time`, async ({
    page,
    server,
    stored,
    faults,
  }) => {
    faults.expect(/status of 404|ERR_FAILED/)
    await stored.oneHost()
    await server.restart()
    await page.route(route, async (asked) => {
      if (answer) await asked.fulfill({ status: answer, json: { code: 'PGRST202' } })
    })
    await spareData(page)
    await visit(page)
    const dialog = await openBooking(page)
    const before = await fieldsOf(dialog).preferred_time.boundingBox()
    await expect(dialog.getByText(words.none)).toBeVisible({ timeout: 10_000 })
    expect(await fieldsOf(dialog).preferred_time.boundingBox(), 'nothing moves').toEqual(before)
    await page.keyboard.press('Escape')
    await openBooking(page)
    await expect(dialog.getByText(words.none)).toBeHidden()
    await expect(dialog.getByRole('group', { name: words.title })).toBeHidden()
    const wanted = someBooking()
    await fillBooking(dialog, wanted)
    await submitOf(dialog).click()
    await expect(receiptOf(page)).toContainText(receiptWords.state)
    expect(await stored.bookings(wanted.email)).toMatchObject([{ picked: false }])
  })
}
