import { booking } from '#content/booking.ts'
import { book, fieldsOf, openBooking, someBooking, submitOf } from '#e2e/booking.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

test('accepts a second booking if the browser, such as Safari 18, lacks dialog commands and toggle events', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['beforetoggle', 'toggle'])
      addEventListener(
        name,
        (event) => {
          if (event.target instanceof HTMLDialogElement) event.stopImmediatePropagation()
        },
        true,
      )
    addEventListener('command', (event) => event.preventDefault(), true)
    for (const name of ['command', 'commandForElement']) Reflect.deleteProperty(HTMLButtonElement.prototype, name)
  })
  await visit(page)
  const dialog = await book(page, someBooking())
  await expect(dialog.getByRole('status')).toBeVisible()
  await dialog.getByRole('button', { name: booking.close }).click()
  await expect(dialog).toBeHidden()
  await openBooking(page)
  await expect(fieldsOf(dialog).name).toBeFocused()
  await expect(fieldsOf(dialog).name).toHaveValue('')
  await expect(submitOf(dialog)).toBeEnabled()
})
