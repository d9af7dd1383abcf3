import type { BrowserContext, Page } from '@playwright/test'
import { contact } from '#content/contact.ts'
import { views } from '#content/views.ts'
import { book, receiptOf, someBooking } from './booking.ts'
import { sessionOf } from './interactions.ts'
import { fillMessage, messageFormOf, someMessage } from './message.ts'
import { follow, isAlive } from './site.ts'
import { expect, test } from './test.ts'

/** Sends the contact form, at whichever step of the visit, and returns the e-mail address that it used. */
async function write(page: Page): Promise<string> {
  const wanted = someMessage()
  await follow(page, 'contact', views.contact.name)
  await fillMessage(messageFormOf(page), wanted)
  await page.getByRole('button', { name: contact.form.submit }).click()
  await expect(page.getByRole('heading', { name: contact.form.sent.title })).toBeFocused()
  return wanted.email
}

const unknown = {
  session_id: null,
  landing_page: null,
  referrer: null,
  source: 'site',
  campaign: null,
  first_view: null,
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

test('without storage the visit is told as long as its page is there', async ({ page, stored, baseURL }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get })
  })
  const first = page.waitForRequest('**/user_interactions')
  await page.goto('/?utm_source=letter')
  await isAlive(page)
  await first
  expect(await stored.messages(await write(page))).toMatchObject([
    { session_id: expect.any(String), landing_page: `${baseURL}/?utm_source=letter`, source: 'letter' },
  ])
})

for (const signal of ['globalPrivacyControl', 'doNotTrack'] as const) {
  test(`under ${signal} a form says what was typed and nothing else`, async ({ page, stored }) => {
    await page.addInitScript((name) => {
      const value = name === 'doNotTrack' ? '1' : true
      Object.defineProperty(Navigator.prototype, name, { get: () => value })
    }, signal)
    await page.goto('/?utm_source=letter', { referer: 'https://search.example/' })
    await isAlive(page)
    const wanted = someBooking()
    await book(page, wanted)
    await expect(receiptOf(page)).toBeVisible()
    expect(await stored.bookings(wanted.email)).toMatchObject([unknown])
    expect(await stored.messages(await write(page))).toMatchObject([unknown])
  })
}

test('without script a form says what was typed and nothing else', async ({ browser, baseURL, stored }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  const wanted = someMessage()
  await page.goto('/?view=contact&utm_source=letter', { referer: 'https://search.example/' })
  await fillMessage(messageFormOf(page), wanted)
  await page.getByRole('button', { name: contact.form.submit }).click()
  await expect(page.getByRole('main')).toContainText(/[A-F\d]{8}/)
  expect(await stored.messages(wanted.email)).toMatchObject([unknown])
  await context.close()
})

test('two visits of one browser have one key, another browser another', async ({
  browser,
  context,
  stored,
  baseURL,
}) => {
  const keyOf = async (from: BrowserContext) => {
    const tab = await from.newPage()
    await tab.goto(baseURL ?? '')
    const session = await sessionOf(tab)
    const keys = async () => (await stored.interactions(session)).map(({ visitor_key }) => visitor_key)
    // Flushes the queue. Closing the tab would not do: the user agent that the test sets no longer applies to its
    // last request.
    await tab.evaluate(() => dispatchEvent(new Event('pagehide')))
    await expect.poll(async () => (await keys()).length).toBeGreaterThan(2)
    expect(new Set(await keys()).size).toBe(1)
    await tab.close()
    return (await keys())[0]
  }
  const key = await keyOf(context)
  expect(key).toMatch(/^-?\d+$/)
  expect(await keyOf(context)).toBe(key)
  const other = await browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Other/1.0' })
  expect(await keyOf(other)).not.toBe(key)
  await other.close()
})
