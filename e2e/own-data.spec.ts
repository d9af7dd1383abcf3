import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ownDataLink } from '#content/documents.ts'
import { ownData } from '#content/own-data.ts'
import { openSink } from '#server/lib/mail/testing.ts'
import { isAccessible } from './axe.ts'
import { sendBooking, sendMessage } from './inbox.ts'
import { overflow } from './layout.ts'
import { mailed, mailPort } from './servers.ts'
import { expect, phone, test } from './test.ts'

test.use({ settings: mailed, viewport: phone.viewport })

let post: Awaited<ReturnType<typeof openSink>>
test.beforeAll(async () => {
  post = await openSink({ port: mailPort })
})
test.afterAll(() => post.close())

const said = { name: 'Pia Canary', phone: '+27 21 555 0177', message: 'One late request.\nTwo stuck ones.' }

/** Stores a booking and a message as the site's forms do, and returns the visitor's email address. */
async function storeVisitor({ url }: { url: string }): Promise<string> {
  const email = `${randomUUID()}@partner.example`
  await sendBooking(url, { ...said, email, fill_seconds: 20 })
  await sendMessage(url, { email, fill_seconds: 20 })
  return email
}

/** Waits until the address has received the email, and returns the email's link. */
async function linkFor(address: string): Promise<string> {
  const find = () =>
    post.received
      .filter(({ to }) => to.includes(address))
      .map(({ mail }) => /http\S+\/your-data\?key=\S+/.exec(mail.text ?? '')?.[0])
      .find((link) => link !== undefined) ?? ''
  await expect.poll(find).not.toBe('')
  return find()
}

const hasTitle = (page: Page, title: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

test('lets visitors view, download and erase their data on accessible pages that fit a phone screen', async ({
  page,
  server,
  stored,
  faults,
}) => {
  faults.expect(/status of (404|410|422)/)
  const looksGood = async () => {
    await page.setViewportSize({ width: 320, height: 844 })
    expect(await overflow(page)).toBe(0)
    await isAccessible(page)
  }
  const email = await storeVisitor(server)
  await page.goto(`${ownDataLink.href}?key=cut-off`)
  await hasTitle(page, ownData.broken.title)
  await looksGood()
  await page.goto(ownDataLink.href)
  await looksGood()
  await page.getByLabel(ownData.ask.label).fill(email.toUpperCase())
  await page.getByRole('button', { name: ownData.ask.submit }).click()
  await hasTitle(page, ownData.asked.title)
  await looksGood()

  const link = await linkFor(email)
  await page.goto(link)
  await expect(page.getByText(email)).toHaveCount(0)
  await looksGood()
  await page.getByRole('button', { name: ownData.opened.submit }).click()
  await hasTitle(page, ownData.shown.title)
  // The URL no longer contains the key.
  expect(page.url()).toBe(`${server.url}${ownDataLink.href}/open`)
  for (const text of [email, said.name, said.phone, 'Two stuck ones.'])
    await expect(page.getByText(text).first()).toBeVisible()

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: ownData.take.submit }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^\w+-your-data-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    version: 1,
    email,
    bookings: [{ name: said.name }],
  })

  await expect(page.getByRole('button', { name: ownData.erase.submit })).toBeHidden()
  await page.getByText(ownData.erase.open, { exact: true }).click()
  await looksGood()
  // A browser that ignores `required` submits the empty form.
  await page.getByRole('checkbox').evaluate((box) => box.removeAttribute('required'))
  await page.getByRole('button', { name: ownData.erase.submit }).click()
  await expect(page.getByRole('alert')).toHaveText(ownData.erase.unsure)
  await looksGood()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: ownData.erase.submit }).click()
  await hasTitle(page, ownData.erased.title)
  await looksGood()
  expect(await stored.bookings(email)).toEqual([])
  expect(await stored.messages(email)).toEqual([])
  await page.goto(link)
  await hasTitle(page, ownData.over.title)
})
