import type { Locator, Page } from '@playwright/test'
import { booking, bookingFields } from '#content/booking.ts'
import { contact, messageFields } from '#content/contact.ts'
import { views } from '#content/views.ts'
import { dialogOf, openBooking, someBooking } from './booking.ts'
import { messageFormOf, someMessage } from './message.ts'
import { follow, visit } from './site.ts'
import { expect, test } from './test.ts'

/** Behaves like a bot: fills in every named field at once and submits the form. */
const fillEverything = (form: Locator, values: Record<string, string>) =>
  form.evaluate((element: HTMLFormElement, known) => {
    for (const field of element.elements) {
      if (
        !(
          field instanceof HTMLInputElement ||
          field instanceof HTMLTextAreaElement ||
          field instanceof HTMLSelectElement
        ) ||
        !field.name
      )
        continue
      field.value = known[field.name] ?? 'https://casino.example'
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    element.requestSubmit()
  }, values)

/** Types quickly and moves between fields with the keyboard. */
async function typeByKeyboard(
  page: Page,
  fields: readonly { name: string; type: string }[],
  values: Record<string, string>,
) {
  for (const { name, type } of fields) {
    await page.keyboard.press('Tab')
    while (!(await page.evaluate((wanted) => document.activeElement?.getAttribute('name') === wanted, name)))
      await page.keyboard.press('Tab')
    if (type === 'select') await page.keyboard.press('ArrowDown')
    else if (type !== 'datetime-local') await page.keyboard.type(values[name] ?? '')
  }
}

test('shows the usual receipt, but suspects spam, if a program fills in a form instantly', async ({ page, stored }) => {
  const wanted = someBooking()
  await visit(page)
  const dialog = await openBooking(page)
  await fillEverything(dialog.locator('form'), { ...wanted })
  await expect(dialog.getByRole('heading', { name: booking.confirmation.title })).toBeVisible()
  const { preferred_time: _, ...texts } = wanted
  expect(await stored.bookings(wanted.email)).toEqual([
    expect.objectContaining({ ...texts, status: 'spam?', budget_note: 'https://casino.example' }),
  ])
  const [row] = await stored.bookings(wanted.email)
  expect(row?.fill_seconds).toBeLessThan(3)

  await page.keyboard.press('Escape')
  const message = someMessage()
  await follow(page, 'contact', views.contact.name)
  await fillEverything(messageFormOf(page).locator('form'), { ...message })
  await expect(messageFormOf(page).getByRole('heading', { name: contact.form.sent.title })).toBeVisible()
  expect(await stored.messages(message.email)).toEqual([
    expect.objectContaining({ ...message, status: 'spam?', budget_note: 'https://casino.example' }),
  ])
})

test('does not flag a message as suspected spam if the visitor uses only the keyboard, and keeps the honeypot out of the tab order', async ({
  page,
  stored,
}) => {
  const wanted = someMessage()
  await page.clock.install()
  await visit(page, 'contact')
  const trap = page.locator('form[action="/forms/message"] [name=budget_note]')
  await trap.evaluate((element) =>
    element.addEventListener('focus', () => document.documentElement.setAttribute('data-met', '')),
  )
  await typeByKeyboard(page, messageFields, { ...wanted })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('button', { name: contact.form.submit })).toBeFocused()
  // Only a program can type all of this within three seconds.
  await page.clock.fastForward(4000)
  await page.keyboard.press('Enter')
  await expect(messageFormOf(page).getByRole('heading', { name: contact.form.sent.title })).toBeVisible()
  expect(await page.locator('[data-met]').count()).toBe(0)
  const [row] = await stored.messages(wanted.email)
  expect(row).toMatchObject({ status: 'new', budget_note: null, filled_by: 'person', email: wanted.email })
  expect(row?.fill_seconds).toBeGreaterThan(3)

  await visit(page, 'contact')
  // Neither form shows the honeypot on screen or to screen readers.
  await page.getByRole('banner').getByRole('button').first().click()
  const shown = await page
    .locator('[name=budget_note]')
    .evaluateAll((fields) =>
      fields.map((field) => [
        getComputedStyle(field).clipPath,
        getComputedStyle(field).display === 'none',
        field.tabIndex,
      ]),
    )
  expect(shown).toEqual([
    ['inset(50%)', false, -1],
    ['inset(50%)', false, -1],
  ])
  expect(await page.getByRole('textbox', { name: 'budget_note' }).count()).toBe(0)
  const named = await dialogOf(page).getByRole('textbox').count()
  expect(named).toBe(bookingFields.filter(({ type }) => type !== 'select').length)
})
