import { dialogOf, fieldsOf, fillBooking, heroButton, someBooking, submitOf } from './booking.ts'
import { fillMessage, messageFieldsOf, messageFormOf, someMessage } from './message.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

test('a refused booking leads to the first field at fault, in view with its reason, and names all of them', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 400/)
  // With a clock two days slow, the browser accepts a time in the past.
  const now = Date.now()
  await page.clock.setFixedTime(now - 48 * 3_600_000)
  await visit(page)
  await heroButton(page).tap()
  const dialog = dialogOf(page)
  const fields = fieldsOf(dialog)
  // Requirements are stated before the first field, and each field states its purpose.
  const needed = await dialog.getByText('Everything is needed except the message.').boundingBox()
  expect(needed?.y).toBeLessThan((await fields.name.boundingBox())?.y ?? 0)
  await expect(fields.email).toHaveAccessibleDescription('We confirm the time here.')
  await expect(fields.phone).toHaveAccessibleDescription('With the country code.')
  await expect(fields.message).toHaveAccessibleDescription('It helps us prepare.')

  // Blanks pass the browser's validation.
  const yesterday = new Date(now - 24 * 3_600_000).toISOString().slice(0, 16)
  await fillBooking(dialog, someBooking({ company: '  ', phone: ' ', preferred_time: yesterday }))
  await submitOf(dialog).tap()
  const summary = dialog.getByRole('alert')
  await expect(summary).toContainText('Failed to submit booking. Please try again or contact us directly.')
  await expect(summary.getByRole('listitem')).toHaveText([
    'Company Name: Please give your company name.',
    'Phone Number: Please give a phone number.',
    'Preferred Call Date & Time: That time has passed. Please choose one that is still to come.',
  ])
  await expect(fields.company).toBeFocused()
  await expect(fields.company).toBeInViewport({ ratio: 1 })
  const reason = dialog.locator('#booking-company-error')
  await expect(reason).toHaveText('Please give your company name.')
  await expect(reason).toBeInViewport({ ratio: 1 })
  const top = (await summary.boundingBox())?.y ?? 0
  expect(top).toBeLessThan((await fields.name.boundingBox())?.y ?? 0)

  await summary.getByRole('link', { name: 'Preferred Call Date & Time' }).tap()
  await expect(fields.preferred_time).toBeFocused()
  expect(new URL(page.url()).hash).toBe('')

  // The reason applies to the old value.
  await fields.company.fill('Nkosi & Daughters')
  await expect(reason).toBeHidden()
  await expect(fields.company).not.toHaveAttribute('aria-invalid')
  await expect(fields.phone).toHaveAttribute('aria-invalid', 'true')
})

test('a refused message likewise', async ({ page, faults }) => {
  faults.expect(/status of 400/)
  await visit(page, 'contact')
  const form = messageFormOf(page)
  await fillMessage(form, someMessage({ name: ' ', message: ' \n ' }))
  await form.getByRole('button', { name: 'Send Message' }).tap()
  await expect(form.getByRole('alert').getByRole('listitem')).toHaveText([
    'Full Name: Please give your full name.',
    'Message: Please write a message.',
  ])
  const { name } = messageFieldsOf(form)
  await expect(name).toBeFocused()
  await expect(name).toBeInViewport({ ratio: 1 })
  await expect(form.locator('#contact-name-error')).toBeInViewport({ ratio: 1 })
})
