import type { Page } from '@playwright/test'
import { contact } from '#content/contact.ts'
import { messageRefusals } from '#content/message-refusals.ts'
import { views } from '#content/views.ts'
import { inquiryTypes } from '#shared/contract/message.ts'
import { fillMessage, messageFieldsOf, messageFormOf, someMessage, type WantedMessage } from './message.ts'
import { follow, visit } from './site.ts'
import { expect, test } from './test.ts'

const sentence = 'Failed to send your message. Please try again or contact us directly.'
const endpoint = '**/rest/v1/contact_messages'
const { form: words } = contact

const submit = (page: Page) => messageFormOf(page).getByRole('button', { name: words.submit })

async function holds(page: Page, wanted: WantedMessage): Promise<void> {
  const fields = messageFieldsOf(messageFormOf(page))
  for (const name of Object.keys(fields) as (keyof WantedMessage)[])
    await expect(fields[name], name).toHaveValue(wanted[name])
}

test('a message is stored and confirmed, and another can be written', async ({ page, stored }) => {
  const wanted = someMessage()
  await page.route(endpoint, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await visit(page, 'contact')
  const form = messageFormOf(page)
  await fillMessage(form, wanted)
  await submit(page).click()
  await expect(form.getByRole('button', { name: words.submitting })).toBeDisabled()
  await expect(form.getByRole('heading', { name: words.sent.title })).toBeFocused()
  await expect(form.getByRole('status')).toContainText('24 hours')
  expect(await stored.messages(wanted.email)).toEqual([expect.objectContaining({ ...wanted })])

  await form.getByRole('button', { name: words.sent.again }).click()
  await expect(messageFieldsOf(form).name).toBeFocused()
  for (const [name, field] of Object.entries(messageFieldsOf(form))) await expect(field, name).toHaveValue('')
})

test('all five fields are needed, by the browser’s own checks', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('messages')) sent.push(request.url())
  })
  await visit(page, 'contact')
  const fields = messageFieldsOf(messageFormOf(page))
  await expect(fields.email).toHaveAttribute('type', 'email')
  const values = await fields.inquiry_type.evaluate((select: HTMLSelectElement) =>
    [...select.options].map(({ value }) => value),
  )
  expect(values).toEqual(['', ...inquiryTypes])
  await fillMessage(messageFormOf(page), someMessage())
  for (const name of ['name', 'email', 'company', 'message'] as const) {
    const kept = await fields[name].inputValue()
    await fields[name].fill('')
    await submit(page).click()
    await expect(fields[name]).toBeFocused()
    await fields[name].fill(kept)
  }
  await fields.inquiry_type.selectOption('')
  await submit(page).click()
  await expect(fields.inquiry_type).toBeFocused()
  expect(sent).toEqual([])
})

test('a failure: the sentence, the mailbox, the data kept, and a second try that works', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(/status of 500/)
  const wanted = someMessage()
  await page.route(endpoint, (route) => route.fulfill({ status: 500, body: 'no' }), { times: 1 })
  await visit(page, 'contact')
  await fillMessage(messageFormOf(page), wanted)
  await submit(page).click()
  const alert = messageFormOf(page).getByRole('alert')
  await expect(alert).toContainText(sentence)
  await expect(alert.getByRole('link')).toHaveAttribute('href', `mailto:${words.contactDirectly}`)
  await holds(page, wanted)
  await submit(page).click()
  await expect(messageFormOf(page).getByRole('heading', { name: words.sent.title })).toBeVisible()
  expect(await stored.messages(wanted.email)).toHaveLength(1)
})

test('a refusal names its field', async ({ page, faults, stored }) => {
  faults.expect(/status of 400/)
  // Blanks pass the browser's validation; the server trims them.
  const wanted = someMessage({ company: '   ' })
  await visit(page, 'contact')
  await fillMessage(messageFormOf(page), wanted)
  await submit(page).click()
  await expect(messageFormOf(page).getByRole('alert')).toContainText(sentence)
  const { company } = messageFieldsOf(messageFormOf(page))
  await expect(company).toHaveAttribute('aria-invalid', 'true')
  await expect(company).toHaveAccessibleDescription(new RegExp(messageRefusals.company))
  await holds(page, wanted)
  expect(await stored.messages(wanted.email)).toEqual([])
})

test('a lost answer and a second try make one row', async ({ page, faults, stored }) => {
  faults.expect(/ERR_CONNECTION_RESET|status of 409/)
  const wanted = someMessage()
  await page.route(
    endpoint,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await visit(page, 'contact')
  await fillMessage(messageFormOf(page), wanted)
  await submit(page).click()
  await expect(messageFormOf(page).getByRole('alert')).toContainText(sentence)
  await submit(page).click()
  await expect(messageFormOf(page).getByRole('heading', { name: words.sent.title })).toBeVisible()
  expect(await stored.messages(wanted.email)).toHaveLength(1)
})

test('a draft outlives a change of view', async ({ page }) => {
  const wanted = someMessage()
  await visit(page, 'contact')
  await fillMessage(messageFormOf(page), wanted)
  await follow(page, 'about', views.about.name)
  await page.goBack()
  await holds(page, wanted)
})
