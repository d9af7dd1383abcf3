import { readdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { brand } from '#content/brand.ts'
import { home } from '#content/home.ts'
import { legalEntity } from '#content/legal-entity.ts'
import { successKit } from '#content/success-kit.ts'
import { someBooking } from './booking.ts'
import { clientOf, openDesk } from './desk.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { lettersTo } from './letters.ts'

// The texts published here would affect other tests.
test.use({ ownServer: true })

const name = `Müller & Söhne "Nord" O'Neil`
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" onload="alert(1)">
  <script>alert(1)</script><rect width="120" height="40" fill="#2f6fde"/></svg>`

async function saveText(page: Page, label: string, text: string) {
  await page.getByRole('textbox', { name: label, exact: true }).fill(text)
  await page.getByRole('button', { name: `Save ${label}` }).click()
  await expect(page.getByRole('button', { name: `Save ${label}` })).toHaveCount(0)
}

const tab = (page: Page, label: string) => page.getByRole('tab', { name: label, exact: true }).click()

test('makes the site an owner’s own: name, logo, color, figures, a quote and a headline, then undoes it', async ({
  page,
  at,
  anna,
  context,
}) => {
  await openDesk(page, at.url, anna, '/site')
  await saveText(page, 'Provider’s name', name)
  await saveText(page, 'Mailbox', 'hello@nord.example')
  await saveText(page, legalEntity.privacyContact.label, 'privacy@nord.example')
  await tab(page, 'Look')
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('img', { name }).first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Color code' }).fill('#fdfaf2')
  await page.getByRole('button', { name: 'Save Color code' }).click()
  await expect(page.getByText(/would be invisible/)).toBeVisible()
  await saveText(page, 'Color code', '#2f6fde')
  await looksRight(page)
  await tab(page, 'Figures')
  const figures = { Partners: '40+', 'Partners served': '90+', 'Value of the free call': '$900' }
  for (const [label, text] of Object.entries(figures)) await saveText(page, label, text)
  await tab(page, 'Testimonials')
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  await page.getByLabel('Quote').fill('They wrote our tender in a day.')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('They wrote our tender in a day.')).toBeVisible()
  await tab(page, 'Words')
  await page.getByRole('searchbox').fill(home.hero.title)
  await saveText(page, 'Home › Hero › Title', 'Ask at nine, {provider} answers by two.')
  await expect(page.getByText(/10 changes are not published/)).toBeVisible()
  await looksRight(page)

  // The preview shows the draft, and visitors do not see it yet.
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = await opening
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(`Ask at nine, ${name} answers by two.`)
  await expect(preview.getByText('This is a preview.')).toBeVisible()
  await preview.getByRole('link', { name: 'Leave the preview' }).click()
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(home.hero.title)

  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published.')).toBeVisible()
  await preview.reload()
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(`Ask at nine, ${name} answers by two.`)
  await expect(preview.getByRole('banner').getByRole('img', { name })).toBeVisible()
  await preview.getByRole('link', { name: 'Partner Success Kit' }).first().click()
  await expect(preview.getByText('They wrote our tender in a day.')).toBeVisible()

  const { email, ...booking } = someBooking()
  const { error } = await clientOf(at.url)
    .from('strategy_call_bookings')
    .insert({ email, ...booking, preferred_time: `${booking.preferred_time}:00Z` })
  expect(error).toBeNull()
  await expect.poll(async () => (await lettersTo(at.folder, email)).length).toBeGreaterThan(0)
  const [letter] = await lettersTo(at.folder, email)
  // No script contains the name of the sample provider, because scripts stay the same.
  const scripts = (await readdir('dist/site', { recursive: true })).filter((path) => path.endsWith('.js'))
  const files = [
    ...scripts.map((path) => `/${path}`),
    '/desk/',
    '/',
    '/?view=about',
    '/imprint',
    '/privacy',
    '/manifest.webmanifest',
    '/favicon.svg',
    '/forms/booking',
  ]
  const texts = await Promise.all(files.map(async (path) => (await fetch(at.url + path)).text()))
  for (const [index, text] of [...texts, JSON.stringify(letter)].entries())
    expect(text.toLowerCase(), files[index] ?? 'email').not.toContain(brand.name.toLowerCase())

  await page.getByRole('dialog', { name: 'Published.' }).getByRole('button', { name: 'Undo' }).click()
  const served = async () => (await fetch(`${at.url}/?view=success-kit`)).text()
  await expect.poll(served).toContain(successKit.testimonials[0]?.quote)
  expect(await served()).not.toContain('id="edits"')
})
