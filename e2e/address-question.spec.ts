import { randomUUID } from 'node:crypto'
import { formHelp } from '#content/form-help.ts'
import { isAccessible } from './axe.ts'
import { fieldsOf, fillBooking, openBooking, receiptOf, someBooking, submitOf } from './booking.ts'
import { fillMessage, messageFieldsOf, messageFormOf, someMessage } from './message.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

const { meant, take, noEnding } = formHelp.address

test('a slip in an address is asked about once it is left, and one press mends it', async ({
  page,
  stored,
}) => {
  const name = `thandi.${randomUUID()}`
  await visit(page)
  const dialog = await openBooking(page)
  const { email, company } = fieldsOf(dialog)
  await fillBooking(dialog, someBooking({ email: `${name}@gmial.com` }))
  const question = dialog.getByText(`${meant[0]} ${name}@gmail.com${meant[1]}`)
  await expect(question).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: name })).toBeVisible()
  await isAccessible(page)

  // The question waits for the end of typing, and an address without a slip raises none.
  await email.fill('thandi@hotmial.com')
  await expect(question).toBeHidden()
  await company.focus()
  await expect(dialog.getByText('thandi@hotmail.com')).toBeVisible()
  await email.fill(`${name}@gmial.com`)
  await company.focus()
  await dialog.getByRole('button', { name: take }).click()
  await expect(email).toHaveValue(`${name}@gmail.com`)
  await expect(email).toBeFocused()
  await expect(dialog.getByRole('button', { name: take })).toHaveCount(0)
  await submitOf(dialog).click()
  await expect(receiptOf(page)).toBeVisible()
  expect(await stored.bookings(`${name}@gmail.com`)).toHaveLength(1)
})

test('a message can be sent with the address as it was typed', async ({ page, stored }) => {
  const wanted = someMessage({ email: `sam.${randomUUID()}@okafor` })
  await visit(page, 'contact')
  const form = messageFormOf(page)
  await fillMessage(form, wanted)
  await expect(form.getByText(noEnding)).toBeVisible()
  await expect(form.getByRole('button', { name: take })).toHaveCount(0)
  await messageFieldsOf(form).message.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => stored.messages(wanted.email)).toHaveLength(1)
})
