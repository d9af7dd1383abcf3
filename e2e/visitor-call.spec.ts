import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { challengeLabels } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import { forms } from '#content/forms.ts'
import { callPage } from '#content/visitor-call.ts'
import { callLink } from '#server/features/visitor-call/service.ts'
import { readMasterKey } from '#server/lib/crypto/master-key.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { isAccessible } from './axe.ts'
import { sendBooking } from './inbox.ts'
import { sessionOf } from './interactions.ts'
import { overflow } from './layout.ts'
import { heading } from './site.ts'
import { expect, phone, test } from './test.ts'

const { states, propose, cancel } = callPage

/** Books a call at ten o'clock in Johannesburg three days from now, as the form does, and returns the email's link. */
async function booked({ server, folder }: { server: { url: string }; folder: string }) {
  const email = `${randomUUID()}@partner.example`
  const day = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)
  const message = `https://files.example/${'0123456789'.repeat(28)}`
  const id = await sendBooking(server.url, {
    ...{ name: 'N'.repeat(100), company: 'C'.repeat(100), message, email },
    preferred_time: `${day(3)}T10:00:00+02:00`,
    time_zone: 'Africa/Johannesburg',
    fill_seconds: 20,
  })
  const made = await readMasterKey({ configured: null, dataDir: join(folder, 'data'), mayMake: false })
  if (!made) throw new Error('The server returned no key.')
  const cipher = openSecretCipher(made.key)
  const link = await callLink(cipher, server.url, id, Date.now())
  return { email, link, later: `${day(4)}T16:45` }
}

test.use({ viewport: phone.viewport })

test('opens a request through an emailed link, changes its time and cancels it, and refuses changes from an outdated page', async ({
  page,
  context,
  server,
  folder,
  stored,
  faults,
}) => {
  faults.expect(/status of 409 .*\/call\/propose/)
  const { email, link, later } = await booked({ server, folder })
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(states.requested.title)
  await expect(page.getByText('10:00–10:30')).toBeVisible()
  await expect(page.getByText(challengeLabels['slow-proposals'])).toBeVisible()
  expect(await overflow(page), 'with words as long as a link').toBe(0)
  await isAccessible(page)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: receipt.calendars.file }).click()
  expect((await file).suggestedFilename()).toBe(callPage.event.fileName)

  const other = await context.newPage()
  await other.goto(link)
  await other.getByLabel(propose.label).fill(later)
  await other.getByRole('button', { name: propose.submit }).click()
  await expect(other.getByRole('status')).toHaveText(propose.done)
  await expect(other.getByText('16:45–17:15')).toBeVisible()
  await expect(other.getByRole('button', { name: cancel.submit })).toBeHidden()
  await other.getByText(cancel.open, { exact: true }).click()
  await other.getByRole('button', { name: cancel.submit }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(states.cancelled.title)
  const [row] = await stored.bookings(email)
  expect(row).toMatchObject({ status: 'cancelled', preferred_time: new Date(`${later}:00+02:00`) })
  await page.getByLabel(propose.label).fill(later)
  await page.getByRole('button', { name: propose.submit }).click()
  await expect(page.getByRole('alert')).toHaveText(callPage.changed)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(states.cancelled.title)

  // Neither the referrer nor the next visit's storage contains the key.
  await page.getByRole('link', { name: forms.back }).click()
  await expect(heading(page, 'home')).toBeVisible()
  await sessionOf(page)
  const kept = await page.evaluate(() => document.referrer + JSON.stringify(sessionStorage))
  expect(kept).toContain(`${server.url}/`)
  expect(kept).not.toContain(link.slice(-20))
})
