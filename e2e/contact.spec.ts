import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { derivedClaims } from '#content/claims.ts'
import { contact } from '#content/contact.ts'
import { addressWords } from '#content/form-field.ts'
import { views } from '#content/views.ts'
import { isAccessible } from './axe.ts'
import { holdBack } from './hold-back.ts'
import { fillMessage, messageFieldsOf, messageFormOf, someMessage } from './message.ts'
import { scrolled } from './scrolling.ts'
import { expectValues, follow, heading, visit } from './site.ts'
import { expect, test } from './test.ts'

const sentence = 'Failed to send your message. Please try again or contact us directly.'
const endpoint = '**/rest/v1/contact_messages'
const { form: words } = contact

const submit = (page: Page) => messageFormOf(page).getByRole('button', { name: words.submit })

test('stores and confirms a message, and then accepts another message', async ({ page, stored }) => {
  const wanted = someMessage({ email: `sam.${randomUUID()}@okafor` })
  const answer = await holdBack(page, endpoint)
  await visit(page, 'contact')
  const form = messageFormOf(page)
  const fields = messageFieldsOf(form)
  await fillMessage(form, wanted)
  await expect(form.getByText(addressWords.noEnding)).toBeVisible()
  // The form keeps the visitor's input after a view change.
  await follow(page, 'about', views.about.name)
  await page.goBack()
  await expectValues(messageFieldsOf(form), wanted)
  // The visitor can ignore the suggestion and keep the email address as entered.
  await expect(form.getByRole('button', { name: addressWords.take })).toHaveCount(0)
  await fields.message.press('Tab')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: words.submitting })).toBeDisabled()
  answer()
  await expect(form.getByRole('heading', { name: words.sent.title })).toBeFocused()
  await expect(form.getByRole('status')).toContainText(derivedClaims().answerWithin)
  await isAccessible(page)
  expect(await stored.messages(wanted.email)).toEqual([expect.objectContaining({ ...wanted })])

  await form.getByRole('button', { name: words.sent.again }).click()
  await expect(fields.name).toBeFocused()
  for (const [name, field] of Object.entries(fields)) await expect(field, name).toHaveValue('')
})

test('keeps the full text of a pasted message, and shows how many characters are left once the text is near the limit', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('messages')) sent.push(request.url())
  })
  await visit(page, 'contact')
  const form = messageFormOf(page)
  await fillMessage(form, someMessage({ message: 'x'.repeat(4499) }))
  const { message } = messageFieldsOf(form)
  await expect(form.getByText(/characters? (left|too many)/)).toHaveCount(0)
  const heard: string[] = []
  await page.exposeFunction('hear', (text: string) => heard.push(text))
  await message.press('End')
  await message.pressSequentially('xxxx')
  await expect(message).toHaveAccessibleDescription(/ 497 characters left\.$/)
  await form.evaluate((main) => {
    const told = main.querySelector('[aria-live]') as Element
    const { hear } = window as unknown as { hear: (text: string) => void }
    new MutationObserver(() => hear(told.textContent)).observe(told, {
      subtree: true,
      characterData: true,
      childList: true,
    })
  })
  // Screen readers do not announce the character count after each keystroke.
  await message.pressSequentially('xxxx')
  await message.fill('y'.repeat(10_003))
  expect(await message.inputValue()).toHaveLength(10_003)
  await expect(message).toHaveAccessibleDescription(/ 5,003 characters too many\. The limit is 5,000\.$/)
  await expect(message).toHaveAttribute('aria-invalid', 'true')
  await expect.poll(() => heard).toEqual(['5,003 characters too many. The limit is 5,000.'])
  await submit(page).click()
  await expect(message).toBeFocused()
  expect(sent).toEqual([])
})

test('does not scroll or add a history entry when a placeholder link is clicked', async ({ page, baseURL }) => {
  await visit(page, 'contact')
  await expect(page.getByText(contact.options.placeholder)).toHaveCount(1)
  const placeholders = page.getByRole('main').locator('a[href="#"]')
  await expect(placeholders).toHaveCount(1 + contact.social.links.length)
  const before = await page.evaluate(() => history.length)
  for (const link of await placeholders.all()) {
    await link.scrollIntoViewIfNeeded()
    const top = await scrolled(page)
    // The links are `aria-disabled`, so Playwright would wait until they are enabled.
    await link.click({ force: true })
    expect(await scrolled(page)).toBe(top)
  }
  expect(await page.evaluate(() => history.length)).toBe(before)
  await expect(page).toHaveURL(`${baseURL}/?view=contact`)
  await expect(heading(page, 'contact')).toBeVisible()
})

test('reports on the visitor’s current view that an earlier message failed, and offers to return to the form', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 500/)
  const wanted = someMessage()
  let fail = () => {}
  const held = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route(endpoint, async (route) => {
    await held
    await route.fulfill({ status: 500, body: 'no' })
  })
  await visit(page, 'contact')
  const form = messageFormOf(page)
  await fillMessage(form, wanted)
  await submit(page).click()
  for (const [name, field] of Object.entries(messageFieldsOf(form))) await expect(field, name).not.toBeEditable()
  await follow(page, 'about', views.about.name)
  fail()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(sentence)
  await alert.getByRole('button', { name: 'Back to the form' }).click()
  await expect(submit(page)).toBeFocused()
  await expect(submit(page)).toBeInViewport()
  await expect(alert).toHaveCount(1)
  await expectValues(messageFieldsOf(form), wanted)
})
