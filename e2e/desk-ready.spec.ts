import { openSink } from '#server/lib/mail/testing.ts'
import { openDesk } from './desk.ts'
import { heading } from './desk-sign-in.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { mailed, mailPort } from './servers.ts'

test.use({ settings: mailed })

test('shows an owner what is left to do before launch, and records the arrival of a test email once the owner follows its link', async ({
  page,
  at,
  anna,
}) => {
  const post = await openSink({ port: mailPort })
  await openDesk(page, at.url, anna, '/bookings')
  await page.getByRole('link', { name: 'Launch checklist' }).click()
  await expect(heading(page, 'Launch checklist')).toBeVisible()
  const line = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await expect(line('Address')).toContainText('To fix')
  await expect(line('Reverse proxy')).toContainText('without a reverse proxy')
  await expect(line('Privacy, terms, imprint')).toContainText('There are still placeholders in /privacy, /terms.')
  await looksRight(page)

  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(page.getByText(`The mail server accepted the email for ${anna.email}`)).toBeVisible()
  const letter = post.received.findLast(({ to }) => to.includes(anna.email))
  await page.goto(/http\S+\/desk\/ready\?code=\S+/.exec(letter?.mail.text ?? '')?.[0] ?? '')
  await expect(page.getByLabel('Code from the email')).toHaveValue(/^\w{4}-\w{4}$/)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(line('Delivery')).toContainText('A test email arrived and was confirmed on')
  await page.getByRole('link', { name: 'Audit log', exact: true }).click()
  await expect(page.getByText(/confirmed that a test email arrived/)).toBeVisible()
  await post.close()
})
