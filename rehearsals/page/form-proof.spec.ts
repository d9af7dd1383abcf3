import { contact } from '#content/contact.ts'
import { forms } from '#content/forms.ts'
import { lettersTo } from '#e2e/letters.ts'
import { fillMessage, messageFormOf, someMessage } from '#e2e/message.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

test.use({ settings: { FORM_PROOF: 'on' } })

test('a message is sent with a proof that was solved while it was typed', async ({ page, stored }) => {
  const challenge = page.waitForResponse(/\/forms\/proof$/)
  await visit(page, 'contact')
  const message = someMessage()
  await fillMessage(messageFormOf(page), message)
  expect((await challenge).status()).toBe(200)
  const insert = page.waitForRequest(/contact_messages$/)
  await messageFormOf(page).getByRole('button', { name: contact.form.submit }).click()
  expect((await insert).headers()['x-proof']).toBeTruthy()
  await expect(page.getByText(contact.form.sent.title)).toBeVisible()
  expect(await stored.messages(message.email)).toHaveLength(1)
})

test('without script the mailbox is asked, and its yes lets the message in', async ({
  browser,
  baseURL,
  folder,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const message = someMessage()
  await page.goto('/forms/message')
  await fillMessage(page.locator('body'), message)
  // The visitor took a minute.
  await page.locator('[name=opened]').evaluate((field: HTMLInputElement) => {
    field.value = String(Number(field.value) - 60_000)
  })
  await page.getByRole('button', { name: contact.form.submit }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.asked.title)
  await expect
    .poll(async () => (await lettersTo(folder, message.email)).map(({ text }) => text ?? '').join())
    .toContain('/forms/confirm?key=')
  const [letter] = await lettersTo(folder, message.email)
  await page.goto(/http\S+\/forms\/confirm\S+/.exec(letter?.text ?? '')?.[0] ?? '')
  await page.getByRole('button', { name: forms.confirm.button }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(forms.confirm.done.title)
  await page.close()
})
