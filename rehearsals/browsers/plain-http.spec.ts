import { contact } from '#content/contact.ts'
import { forms } from '#content/forms.ts'
import { bookAtEase, receiptOf, someBooking } from '#e2e/booking.ts'
import { colleague } from '#e2e/desk.ts'
import { codeOf, isOpen, signIn, typeCode } from '#e2e/desk-way-in.ts'
import { openRow, rowOf } from '#e2e/inbox.ts'
import { fillMessage, messageFormOf, someMessage } from '#e2e/message.ts'
import { plainNameSettings } from '#e2e/plain-name.ts'
import { follow, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

// Browsers disable secure-context features on a page that came by plain http.
const settings = await plainNameSettings()
test.use({ settings, baseURL: settings.PUBLIC_URL })

test('on a name of the own network, by plain http: a booking, a message, and at the desk news and a note', async ({
  page,
  server,
  folder,
  browser,
  faults,
  stored,
}) => {
  // A colleague who never created recovery codes has none.
  faults.expect(/status of 404.*recovery-codes/)
  const anna = await colleague({ folder, url: server.url, settings }, 'owner', 'Anna')
  await page.goto('/desk/')
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  // The API is missing without https.
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await signIn(page, anna)
  await typeCode(page, codeOf(anna.secret, 1))
  await isOpen(page)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  const context = await browser.newContext({ baseURL: settings.PUBLIC_URL })
  faults.watch(context)
  const visitor = await context.newPage()
  await visit(visitor)
  const wanted = someBooking()
  await bookAtEase(visitor, wanted)
  await expect(receiptOf(visitor)).toBeVisible()
  await expect(rowOf(page, wanted.name)).toBeVisible()
  const record = await openRow(page, wanted.name)
  await record.getByLabel('Note', { exact: true }).fill('She calls at ten.')
  await record.getByRole('button', { name: 'Add note' }).click()
  await expect(record.getByRole('listitem').filter({ hasText: 'She calls at ten.' })).toBeVisible()

  await follow(visitor, 'contact', 'Contact')
  const message = someMessage()
  await fillMessage(messageFormOf(visitor), message)
  await messageFormOf(visitor).getByRole('button', { name: contact.form.submit }).click()
  await expect(messageFormOf(visitor).getByRole('heading', { name: contact.form.sent.title })).toBeVisible()
  expect(await stored.messages(message.email)).toHaveLength(1)
  await context.close()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  // On plain http a browser sends no `Sec-Fetch-Site` with a form; its `Origin` header remains.
  test('on such a name a plain form is taken', async ({ page, stored }) => {
    const message = someMessage()
    await page.goto('/?view=contact')
    await fillMessage(messageFormOf(page), message)
    await messageFormOf(page).getByRole('button', { name: contact.form.submit }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.messageReceived.title)
    expect(await stored.messages(message.email)).toHaveLength(1)
  })
})
