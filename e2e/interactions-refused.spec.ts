import type { Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { contact } from '#content/contact.ts'
import { counting } from '#content/counting.ts'
import { views } from '#content/views.ts'
import { book, dialogOf, fieldsOf, fillBooking, openBooking, receiptOf, someBooking } from './booking.ts'
import { countingRequests, expectCounted, optOutButton, sendWaitingEvents, unknownChoice } from './counted.ts'
import { fillMessage, messageFormOf, someMessage } from './message.ts'
import { follow, visit, waitForHydration } from './site.ts'
import { expect, test } from './test.ts'

/** Triggers many trackable events; returns the email addresses that were typed into the forms. */
async function makeEvents(page: Page, address = '/') {
  await page.clock.install()
  await page.goto(address, { referer: 'https://search.example/' })
  await waitForHydration(page)
  await follow(page, 'qa-checklists', views['qa-checklists'].name)
  await page.getByRole('tabpanel').getByRole('checkbox').first().check()
  await follow(page, 'home', views.home.name)
  const wanted = someBooking()
  const dialog = await book(page, wanted)
  await expect(receiptOf(page)).toBeVisible()
  await page.clock.runFor(booking.confirmationMs)
  await expect(dialog).toBeHidden()
  const message = someMessage()
  await follow(page, 'contact', views.contact.name)
  await fillMessage(messageFormOf(page), message)
  await messageFormOf(page).getByRole('button', { name: contact.form.submit }).click()
  await expect(page.getByRole('heading', { name: contact.form.sent.title })).toBeVisible()
  await follow(page, 'home', views.home.name)
  // Waits longer than any delay of the tracker, which retries at least every two seconds.
  for (let second = 0; second < 6; second++) await page.clock.runFor(1000)
  return { booked: wanted.email, written: message.email }
}

const refusals = {
  'Global Privacy Control': () =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  'Do Not Track': () => Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }),
}

for (const [name, refuse] of Object.entries(refusals)) {
  test(`does not count visits if ${name} is on, and submits forms without visit data`, async ({ page, stored }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.addInitScript(refuse)
    const { booked, written } = await makeEvents(page, '/?utm_source=letter')
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0])
    expect(asked.filter((url) => /interactions/.test(url))).toEqual([])
    expect(await stored.bookings(booked)).toMatchObject([unknownChoice])
    expect(await stored.messages(written)).toMatchObject([unknownChoice])
    // The page says that counting is off, and offers no button.
    await expect(page.getByText(counting.byBrowser)).toBeVisible()
    for (const label of [counting.no, counting.yes])
      await expect(page.getByRole('button', { name: label, exact: true })).toHaveCount(0)
    if (name === 'Do Not Track') return
    // The form keeps the visitor's input as long as the page is open.
    await openBooking(page)
    await fillBooking(dialogOf(page), someBooking())
    await page.keyboard.press('Escape')
    await openBooking(page)
    await expect(fieldsOf(dialogOf(page)).name).not.toHaveValue('')
    await visit(page)
    await openBooking(page)
    for (const field of Object.values(fieldsOf(dialogOf(page)))) await expect(field).toHaveValue('')
  })
}

test('counts one visit if storage is blocked, and explains that an opt-out applies only to the open page', async ({
  page,
  stored,
  baseURL,
}) => {
  // If cookies are blocked, even reading the storage property throws.
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get })
  })
  const first = page.waitForRequest('**/user_interactions')
  await page.goto('/?utm_source=letter')
  await waitForHydration(page)
  await sendWaitingEvents(page)
  const [row] = (await first).postDataJSON() as { session_id: string }[]
  const told = { session_id: row?.session_id, landing_page: `${baseURL}/?utm_source=letter` }
  const message = someMessage()
  await follow(page, 'contact', views.contact.name)
  await fillMessage(messageFormOf(page), message)
  await messageFormOf(page).getByRole('button', { name: contact.form.submit }).click()
  await expect(page.getByRole('heading', { name: contact.form.sent.title })).toBeVisible()
  expect(await stored.messages(message.email)).toMatchObject([told])

  await optOutButton(page).click()
  await expectCounted(page, false)
  await expect(page.getByText(counting.refusedHere)).toBeVisible()
  const asked = countingRequests(page)
  await follow(page, 'home', views.home.name)
  const wanted = someBooking()
  await book(page, wanted)
  await expect(receiptOf(page)).toBeVisible()
  await sendWaitingEvents(page)
  expect(asked).toEqual([])
  expect(await stored.bookings(wanted.email)).toMatchObject([unknownChoice])
  await visit(page)
  await expectCounted(page, true)
})

test('keeps the site working if the tracker is blocked', async ({ page, faults }) => {
  faults.expect(/ERR_BLOCKED_BY_CLIENT/)
  await page.route('**/assets/interactions-*', (route) => route.abort('blockedbyclient'))
  await makeEvents(page)
})
