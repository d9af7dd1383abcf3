import type { Page } from '@playwright/test'
import { contact } from '#content/contact.ts'
import { views } from '#content/views.ts'
import { book, receiptOf, someBooking } from '#e2e/booking.ts'
import { sessionOf } from '#e2e/interactions.ts'
import { fillMessage, messageFormOf, someMessage } from '#e2e/message.ts'
import { follow, isAlive } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

/** Sends the contact form, at whichever step of the visit, and returns the e-mail address that it used. */
async function write(page: Page): Promise<string> {
  const wanted = someMessage()
  await follow(page, 'contact', views.contact.name)
  await fillMessage(messageFormOf(page), wanted)
  await page.getByRole('button', { name: contact.form.submit }).click()
  await expect(page.getByRole('heading', { name: contact.form.sent.title })).toBeFocused()
  return wanted.email
}

test('a campaign is known to a message and a booking, after moves and a reload', async ({
  page,
  stored,
  baseURL,
}) => {
  await page.goto('/?view=services&utm_source=Letter&utm_campaign=nov+26&gclid=1&email=a%40b.example', {
    referer: 'https://search.example/results?q=secret',
  })
  await isAlive(page)
  const session_id = await sessionOf(page)
  await follow(page, 'home', views.home.name)
  await page.reload()
  await isAlive(page)
  await expect(page).toHaveURL('/')

  const told = {
    session_id,
    landing_page: `${baseURL}/?view=services&utm_source=Letter&utm_campaign=nov+26`,
    referrer: 'https://search.example/',
    source: 'letter',
    campaign: 'nov 26',
    first_view: 'services',
  }
  const wanted = someBooking()
  await book(page, wanted)
  await expect(receiptOf(page)).toBeVisible()
  expect(await stored.bookings(wanted.email)).toMatchObject([told])
  expect(await stored.messages(await write(page))).toMatchObject([told])
})

test('another site is known by its name, and whoever comes by themselves is direct', async ({
  page,
  context,
  stored,
}) => {
  await page.goto('/', { referer: 'https://www.search.example/results?q=secret' })
  await sessionOf(page)
  expect(await stored.messages(await write(page))).toMatchObject([
    { referrer: 'https://www.search.example/', source: 'search.example', campaign: null, first_view: 'home' },
  ])
  const tab = await context.newPage()
  await tab.goto('/')
  await sessionOf(tab)
  expect(await stored.messages(await write(tab))).toMatchObject([
    { referrer: null, source: 'direct', campaign: null, first_view: 'home' },
  ])
})
