import type { Page } from '@playwright/test'
import { callLabels } from '#content/strategy-call.ts'
import {
  dialogOf,
  fieldsOf,
  fillBooking,
  openBooking,
  receiptOf,
  someBooking,
  submitOf,
} from '#e2e/booking.ts'
import { holds, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('drafts'))

test('the calculator’s numbers are kept once the visitor goes on with them, and put in only once; a full tab keeps the form working', async ({
  page,
}) => {
  await visit(page, 'roi-calculator')
  const book = page.getByRole('main').getByRole('button', { name: callLabels.long }).first()
  await book.click()
  const { message, name } = fieldsOf(dialogOf(page))
  await expect(message).not.toHaveValue('')
  expect(await kept(page)).toBe(null)
  await name.fill('Thandi Nkosi')
  const text = await message.inputValue()

  await visit(page, 'roi-calculator')
  await book.click()
  await expect(name).toHaveValue('Thandi Nkosi')
  await expect(message).toHaveValue(text)

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await fillBooking(dialogOf(page), someBooking())
  await submitOf(dialogOf(page)).click()
  await expect(receiptOf(page)).toBeVisible()
})

test('sent without an answer, reloaded and sent again it is one row, and changed it is another', async ({
  page,
  stored,
  faults,
}) => {
  faults.expect(/status of 409/)
  const wanted = someBooking()
  /** The row is stored, but the page is closed before the response. */
  const sendAndReload = async () => {
    const arrived = new Promise<void>((arrive) => {
      void page.route(
        '**/rest/v1/strategy_call_bookings',
        async (route) => {
          await route.fetch()
          arrive()
        },
        { times: 1 },
      )
    })
    await submitOf(dialogOf(page)).click()
    await arrived
    await visit(page)
    await openBooking(page)
    await holds(fieldsOf(dialogOf(page)), wanted)
  }
  await visit(page)
  await openBooking(page)
  await fillBooking(dialogOf(page), wanted)
  await sendAndReload()
  const [first] = await stored.bookings(wanted.email)
  await sendAndReload()
  expect(await stored.bookings(wanted.email)).toEqual([first])

  await fieldsOf(dialogOf(page)).phone.fill('+27 21 555 0199')
  await submitOf(dialogOf(page)).click()
  await expect(receiptOf(page)).toBeVisible()
  const phones = (await stored.bookings(wanted.email)).map(({ phone }) => phone)
  expect(phones).toEqual([wanted.phone, '+27 21 555 0199'])
})
