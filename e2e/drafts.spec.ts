import type { Locator, Page } from '@playwright/test'
import { contact } from '#content/contact.ts'
import { dialogOf, fieldsOf, fillBooking, openBooking, receiptOf, someBooking, submitOf } from './booking.ts'
import { fillMessage, messageFieldsOf, messageFormOf, someMessage } from './message.ts'
import { follow, visit } from './site.ts'
import { expect, test } from './test.ts'

const bookings = '**/rest/v1/strategy_call_bookings'

async function holds(fields: Record<string, Locator>, wanted: object): Promise<void> {
  for (const [name, field] of Object.entries(fields))
    await expect(field, name).toHaveValue((wanted as Record<string, string>)[name] ?? '')
}

const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('drafts'))

test('a booking survives a reload and a load of another view, and is gone once it is sent', async ({
  page,
  stored,
}) => {
  const wanted = someBooking()
  await visit(page)
  await openBooking(page)
  expect(await kept(page)).toBe(null)
  await fillBooking(dialogOf(page), wanted)

  // What the browser puts back is newer: as Firefox does at a reload, while it parses, without an event.
  const restored = { ...wanted, company: 'Nkosi & Cousins' }
  await page.addInitScript((company) => {
    addEventListener('DOMContentLoaded', () => {
      const field = document.querySelector<HTMLInputElement>('#booking [name=company]')
      if (field && sessionStorage.getItem('restores')) field.value = company
    })
  }, restored.company)
  await page.evaluate(() => sessionStorage.setItem('restores', 'yes'))
  await page.reload()
  await openBooking(page)
  await holds(fieldsOf(dialogOf(page)), restored)
  expect(await kept(page)).toContain(restored.company)
  await page.evaluate(() => sessionStorage.removeItem('restores'))
  await visit(page, 'about')
  await page.getByRole('banner').getByRole('button').click()
  await holds(fieldsOf(dialogOf(page)), restored)
  // A restored draft is like any other: it can be edited, and the edit is kept.
  const changed = { ...wanted, company: 'Nkosi & Sons' }
  await fieldsOf(dialogOf(page)).company.fill(changed.company)
  await visit(page)
  await openBooking(page)
  await holds(fieldsOf(dialogOf(page)), changed)

  await submitOf(dialogOf(page)).click()
  await expect(receiptOf(page)).toBeVisible()
  expect(await kept(page)).toBe(null)
  expect(await stored.bookings(wanted.email)).toEqual([
    expect.objectContaining({ company: changed.company, message: wanted.message }),
  ])
  await visit(page)
  await openBooking(page)
  await holds(fieldsOf(dialogOf(page)), {})
})

test('a message survives a reload, wherever the visitor comes back', async ({ page, stored }) => {
  const wanted = someMessage()
  await visit(page, 'contact')
  await fillMessage(messageFormOf(page), wanted)
  await page.reload()
  await holds(messageFieldsOf(messageFormOf(page)), wanted)

  await visit(page)
  await follow(page, 'contact', 'Contact')
  await holds(messageFieldsOf(messageFormOf(page)), wanted)
  await messageFormOf(page).getByRole('button', { name: contact.form.submit }).click()
  await expect(messageFormOf(page).getByRole('heading', { name: contact.form.sent.title })).toBeVisible()
  expect(await kept(page)).toBe(null)
  expect(await stored.messages(wanted.email)).toHaveLength(1)
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
        bookings,
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

test.describe('on a clock of UTC', () => {
  test.use({ timezoneId: 'UTC' })

  test('after an hour it is gone; before that a time that has passed is kept, and the browser says so', async ({
    page,
  }) => {
    await page.clock.setFixedTime('2026-07-01T09:00:00Z')
    const wanted = someBooking({ preferred_time: '2026-07-01T09:10' })
    await visit(page)
    await openBooking(page)
    await fillBooking(dialogOf(page), wanted)

    await page.clock.setFixedTime('2026-07-01T09:59:00Z')
    await visit(page)
    await openBooking(page)
    const { preferred_time } = fieldsOf(dialogOf(page))
    await holds(fieldsOf(dialogOf(page)), wanted)
    await submitOf(dialogOf(page)).click()
    await expect(preferred_time).toBeFocused()
    expect(await preferred_time.evaluate((field: HTMLInputElement) => field.validity.rangeUnderflow)).toBe(
      true,
    )

    await page.clock.setFixedTime('2026-07-01T10:01:00Z')
    await visit(page)
    await openBooking(page)
    await holds(fieldsOf(dialogOf(page)), {})
    expect(await kept(page)).toBe(null)
  })
})
