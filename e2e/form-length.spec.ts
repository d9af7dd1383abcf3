import { fieldsOf, fillBooking, openBooking, someBooking, submitOf } from './booking.ts'
import { fillMessage, messageFieldsOf, messageFormOf, someMessage } from './message.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

const number = '+27 21 555 0100 extension 42, ask for Thandi please'

test('a long number keeps its end: its field says by how much it is too long, and it is not sent', async ({
  page,
  stored,
}) => {
  const wanted = someBooking({ phone: number })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/strategy_call_bookings')) sent.push(request.url())
  })
  await visit(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  const { phone } = fieldsOf(dialog)
  await expect(phone).toHaveValue(number)
  await expect(phone).toHaveAccessibleDescription(
    'With the country code. 11 characters too many. At most 40 fit.',
  )
  await submitOf(dialog).click()
  await expect(phone).toBeFocused()
  expect(await phone.evaluate((field: HTMLInputElement) => field.validationMessage)).toBe(
    '11 characters too many. At most 40 fit.',
  )
  expect(sent).toEqual([])
  // Blanks around it are trimmed away, and do not count.
  await phone.fill(`  ${number.slice(0, 40)}  `)
  await expect(phone).toHaveAccessibleDescription('With the country code. 0 characters left.')
  await submitOf(dialog).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  expect(await stored.bookings(wanted.email)).toMatchObject([{ phone: number.slice(0, 40) }])
})

test('what is pasted into a message stays whole; near the end it says what is left, and not at each key', async ({
  page,
}) => {
  await visit(page, 'contact')
  const form = messageFormOf(page)
  await fillMessage(form, someMessage({ message: 'x'.repeat(4499) }))
  const { message } = messageFieldsOf(form)
  const left = form.getByText(/characters? (left|too many)/)
  await expect(left).toHaveCount(0)
  const heard: string[] = []
  await page.exposeFunction('hear', (text: string) => heard.push(text))
  await message.press('End')
  await message.pressSequentially('xxxx')
  await expect(message).toHaveAccessibleDescription(/ 497 characters left\.$/)
  await form.evaluate((main) => {
    const told = main.querySelector('[aria-live]') as Element
    const { hear } = window as unknown as { hear: (text: string) => void }
    new MutationObserver(() => hear(told.textContent)).observe(told, {
      subtree: true,
      characterData: true,
      childList: true,
    })
  })
  await message.pressSequentially('xxxx')
  await message.fill('y'.repeat(10_003))
  expect(await message.inputValue()).toHaveLength(10_003)
  await expect(message).toHaveAccessibleDescription(/ 5,003 characters too many\. At most 5,000 fit\.$/)
  await expect(message).toHaveAttribute('aria-invalid', 'true')
  await expect.poll(() => heard).toEqual(['5,003 characters too many. At most 5,000 fit.'])
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(message).toBeFocused()
})
