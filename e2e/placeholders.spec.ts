import { contact } from '#content/contact.ts'
import { heading, visit } from './site.ts'
import { expect, test } from './test.ts'

test('links without an address neither scroll nor leave a step to go back', async ({ page, baseURL }) => {
  await visit(page, 'contact')
  await expect(page.getByText(contact.options.placeholder)).toHaveCount(1)
  const placeholders = page.getByRole('main').locator('a[href="#"]')
  await expect(placeholders).toHaveCount(1 + contact.social.links.length)
  const before = await page.evaluate(() => history.length)
  for (const link of await placeholders.all()) {
    await link.scrollIntoViewIfNeeded()
    const top = await page.evaluate(() => scrollY)
    // They are `aria-disabled`, and Playwright would wait until they are enabled.
    await link.click({ force: true })
    expect(await page.evaluate(() => scrollY)).toBe(top)
  }
  expect(await page.evaluate(() => history.length)).toBe(before)
  await expect(page).toHaveURL(`${baseURL}/?view=contact`)
  await expect(heading(page, 'contact')).toBeVisible()
})

test('the mailbox is a link that writes a mail', async ({ page }) => {
  await visit(page, 'contact')
  const [email] = contact.options.items
  await expect(page.getByRole('main').getByRole('link', { name: email.link })).toHaveAttribute(
    'href',
    email.href,
  )
  expect(email.href).toMatch(/^mailto:[^@]+@[^@]+$/)
})
