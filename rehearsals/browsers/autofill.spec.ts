import type { Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { openBooking, someBooking } from '#e2e/booking.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'
import { findWindowedChromium } from '#rehearsals/find-browsers.ts'

// The headless shell has no autofill.
const executablePath = findWindowedChromium()
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, ...(executablePath && { executablePath }) }),
    { scope: 'worker' },
  ],
})

/** Returns a function that accepts Chromium's autofill suggestion for the field. */
async function prepareAutofill(page: Page, field: string, kept: Record<string, string>) {
  const browser = await page.context().newCDPSession(page)
  const fields = Object.entries(kept).map(([name, value]) => ({ name, value }))
  await browser.send('DOM.enable')
  await browser.send('Autofill.enable')
  const { root } = await browser.send('DOM.getDocument')
  const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector: field })
  const { node } = await browser.send('DOM.describeNode', { nodeId })
  const asked = { fieldId: node.backendNodeId, address: { fields } }
  return () => browser.send('Autofill.trigger', asked as never)
}

test('does not mark an autofilled booking as suspected spam, even if it was sent quickly', async ({ page, stored }) => {
  const wanted = someBooking()
  await visit(page)
  const autofill = await prepareAutofill(page, '#booking-name', {
    NAME_FULL: wanted.name,
    EMAIL_ADDRESS: wanted.email,
    COMPANY_NAME: wanted.company,
    PHONE_HOME_WHOLE_NUMBER: wanted.phone,
  })
  const dialog = await openBooking(page)
  await autofill()
  await expect(dialog.locator('[name=phone]')).not.toHaveValue('')
  await dialog.locator('form').evaluate((form: HTMLFormElement, { preferred_time, team_size }) => {
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
    field('preferred_time').value = preferred_time
    field('team_size').value = team_size
    field('current_challenges').value = 'other'
    form.requestSubmit()
  }, wanted)
  await expect(dialog.getByRole('heading', { name: booking.confirmation.title })).toBeVisible()
  const [row] = await stored.bookings(wanted.email)
  expect(row).toMatchObject({ name: wanted.name, status: 'new', filled_by: 'browser' })
  expect(row?.fill_seconds).toBeLessThan(3)
})
