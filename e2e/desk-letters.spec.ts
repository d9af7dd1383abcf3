import { brand } from '#content/brand.ts'
import { openDesk } from './desk.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { mark, openRow, sendBooking } from './inbox.ts'

test('reports a failed email on every screen, and lets a member read and resend the emails to a visitor', async ({
  page,
  at,
  ben,
  stored,
  faults,
}) => {
  // An email's sandboxed frame blocks the email's links and this test's scripts.
  faults.expect(/sandboxed frame|frame is sandboxed/)
  // Emails greet a visitor by name only if the name contains no digits.
  const name = `Naledi ${mark().replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`
  const id = await sendBooking(at.url, { name })
  await openDesk(page, at.url, ben, '/bookings?sort=created_at')
  const record = await openRow(page, name)
  const told = record.getByRole('region', { name: 'Emails' })
  await expect(told.getByRole('listitem')).toContainText('Request received')
  await told.getByRole('link', { name: 'Request received' }).click()

  // The email is in a sandboxed frame, without working links and without the visitor's access key.
  const letter = page.frameLocator(`iframe[title*="${brand.name}"]`)
  await expect(letter.getByText(`Hello ${name.split(' ')[0]}`)).toBeVisible()
  const links = await letter.getByRole('link').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  const toPage = links.filter((link) => link.includes('?call='))
  expect(toPage.length).toBeGreaterThan(0)
  for (const link of toPage) expect(link).toMatch(/\?call=not-in-a-preview$/)
  await letter.getByRole('link').first().click()
  await expect(letter.getByText(`Hello ${name.split(' ')[0]}`)).toBeVisible()
  await page.getByRole('tab', { name: 'Plain text' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('?call=not-in-a-preview')
  await looksRight(page)

  await stored.failLetter(id, 'request-received', 'EENVELOPE 550 5.1.1: the address was refused')
  await page.goto(`${at.url}/desk/week`)
  await page.getByRole('link', { name: 'Emails 1 failed' }).click()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('The mail server refused the recipient’s address.')
  await row.getByRole('link', { name: 'Request received' }).click()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('link', { name: 'Emails', exact: true })).toBeVisible()
  // This server saves emails to files, because no mail server is configured.
  const opened = page.getByRole('region', { name: 'Request received' })
  await expect(opened.getByText('Saved to a file').first()).toBeVisible()

  // Sending an email again creates another email.
  const failed = page.url()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page).not.toHaveURL(failed)
  await expect(opened.getByText('Saved to a file').first()).toBeVisible()

  // Shortcuts work as in the other lists.
  await page.keyboard.press('Escape')
  await page.getByText('Sent', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No matching emails' })).toBeVisible()
  await page.getByText('Not sent', { exact: true }).click()
  await expect(row.getByRole('link', { name: 'Request received' })).toHaveCount(2)
  const focused = page.locator('a[data-row]:focus')
  for (let rows = 0; rows < 3; rows++) await page.keyboard.press('k')
  const first = await focused.getAttribute('data-row')
  await page.keyboard.press('j')
  const second = await focused.getAttribute('data-row')
  expect(second).not.toBe(first)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`item=${second}`))
  await page.keyboard.press('Escape')
  await expect(focused).toHaveAttribute('data-row', second ?? '')
})
