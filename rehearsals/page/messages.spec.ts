import { contact } from '#content/contact.ts'
import { fillMessage, messageFieldsOf, messageFormOf, someMessage } from '#e2e/message.ts'
import { follow, holds, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

const { form: words } = contact

test('a message that fails after its view was left is told on whichever view, with the way back to it', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 500/)
  const wanted = someMessage()
  let fail = () => {}
  await page.route('**/rest/v1/contact_messages', async (route) => {
    await new Promise<void>((resolve) => {
      fail = resolve
    })
    await route.fulfill({ status: 500, body: 'no' })
  })
  await visit(page, 'contact')
  const form = messageFormOf(page)
  await fillMessage(form, wanted)
  const submit = form.getByRole('button', { name: words.submit })
  const alert = page.getByRole('alert')
  for (const leaves of [true, false]) {
    await submit.click()
    for (const [name, field] of Object.entries(messageFieldsOf(form)))
      await expect(field, name).not.toBeEditable()
    await follow(page, 'about', 'About')
    fail()
    await expect(alert).toContainText(words.failure)
    if (!leaves) break
    await alert.getByRole('button', { name: 'Back to the form' }).click()
    await expect(submit).toBeFocused()
    await expect(submit).toBeInViewport()
    await expect(alert).toHaveCount(1)
    await holds(messageFieldsOf(form), wanted)
  }
  await page.keyboard.press('Escape')
  await expect(alert).toHaveCount(0)
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
  expect(await page.evaluate(() => sessionStorage.getItem('drafts'))).toBe(null)
  expect(await stored.messages(wanted.email)).toHaveLength(1)
})
