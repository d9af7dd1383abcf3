import type { Page } from '@playwright/test'
import { fieldsOf, fillBooking, openBooking, receiptOf, someBooking, submitOf } from './booking.ts'
import { fillMessage, messageFieldsOf, messageFormOf, someMessage } from './message.ts'
import { arrivesAt, follow, visit } from './site.ts'
import { expect, test } from './test.ts'

/** Holds the next response of a table; returns the function that lets it fail or arrive. */
async function holdNext(page: Page, table: string) {
  let end: (how: 'fail' | 'go on') => void = () => {}
  const held = new Promise<'fail' | 'go on'>((resolve) => {
    end = resolve
  })
  await page.route(
    `**/rest/v1/${table}`,
    async (route) => {
      if ((await held) === 'go on') await route.continue()
      else await route.fulfill({ status: 500, body: 'no' })
    },
    { times: 1 },
  )
  return end
}

test('a booking that fails after its dialog was closed is told on the page, with the way back to it', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(/status of 500/)
  const wanted = someBooking()
  let end = await holdNext(page, 'strategy_call_bookings')
  await visit(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  await submitOf(dialog).click()

  // While a request is in flight the form is read-only, because an edit would be lost; the focus stays.
  const fields = fieldsOf(dialog)
  for (const [name, field] of Object.entries(fields)) await expect(field, name).not.toBeEditable()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await follow(page, 'about', 'About')
  end('fail')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Failed to submit booking. Please try again or contact us directly.')
  await expect(alert).toBeInViewport({ ratio: 1 })
  // The message takes no focus, and can be dismissed from anywhere.
  await arrivesAt(page, 'about')

  await alert.getByRole('button', { name: 'Back to the form' }).click()
  await expect(dialog).toBeVisible()
  await expect(alert).toHaveCount(1)
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Book my free call' })).toBeFocused()
  for (const [name, field] of Object.entries(fields)) {
    await expect(field, name).toBeEditable()
    await expect(field, name).toHaveValue(wanted[name as keyof typeof wanted])
  }

  // Sent again and closed again: this time it succeeds, and the receipt says so.
  end = await holdNext(page, 'strategy_call_bookings')
  await submitOf(dialog).click()
  await page.keyboard.press('Escape')
  end('go on')
  await expect(receiptOf(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
})

test('a message that fails after its view was left is told on whichever view, with the way back to it', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 500/)
  const wanted = someMessage()
  const end = await holdNext(page, 'contact_messages')
  await visit(page, 'contact')
  const form = messageFormOf(page)
  await fillMessage(form, wanted)
  await form.getByRole('button', { name: 'Send Message' }).click()
  for (const [name, field] of Object.entries(messageFieldsOf(form)))
    await expect(field, name).not.toBeEditable()
  await follow(page, 'about', 'About')
  end('fail')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Failed to send your message.')
  await alert.getByRole('button', { name: 'Back to the form' }).click()
  await expect(form.getByRole('button', { name: 'Send Message' })).toBeFocused()
  await expect(form.getByRole('button', { name: 'Send Message' })).toBeInViewport()
  await expect(alert).toHaveCount(1)
  await expect(messageFieldsOf(form).message).toHaveValue(wanted.message)
})

test('the failure on the page is put away by Escape', async ({ page, faults }) => {
  faults.expect(/status of 500/)
  const end = await holdNext(page, 'contact_messages')
  await visit(page, 'contact')
  await fillMessage(messageFormOf(page), someMessage())
  await messageFormOf(page).getByRole('button', { name: 'Send Message' }).click()
  await follow(page, 'about', 'About')
  end('fail')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
