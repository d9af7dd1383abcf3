import type { Page } from '@playwright/test'
import { callLabels } from '#content/strategy-call.ts'
import { dialogOf, fieldsOf, fillBooking, receiptOf, someBooking, submitOf } from '#e2e/booking.ts'
import { visit } from '#e2e/site.ts'
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
