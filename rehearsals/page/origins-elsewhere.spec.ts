import type { Page } from '@playwright/test'
import { contact } from '#content/contact.ts'
import { views } from '#content/views.ts'
import { sessionOf } from '#e2e/interactions.ts'
import { fillMessage, messageFormOf, someMessage } from '#e2e/message.ts'
import { follow } from '#e2e/site.ts'
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
