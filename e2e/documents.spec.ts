import type { Page } from '@playwright/test'
import { browserStorageEntries } from '#content/browser-storage.ts'
import { counting } from '#content/counting.ts'
import { documentWords } from '#content/document-parts.ts'
import { viewIds, views } from '#content/views.ts'
import { follow, waitForHydration } from './site.ts'
import { expect, test } from './test.ts'

/** Returns the keys in the tab's storage. */
const keysIn = (page: Page) => page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)])

test('lists in the privacy notice everything that the site stores in a browser, and says when each entry is deleted', async ({
  page,
}) => {
  const seen = new Set<string>()
  const note = async () => {
    for (const key of await keysIn(page)) seen.add(key)
  }
  await page.goto('/?team=on')
  await waitForHydration(page)
  await page.locator('footer').scrollIntoViewIfNeeded()
  await expect.poll(() => keysIn(page)).toEqual(expect.arrayContaining(['visit', 'team']))
  for (const view of viewIds.slice(1)) {
    await follow(page, view, views[view].name)
    await page.getByRole('checkbox').evaluateAll((boxes) => {
      for (const box of boxes) (box as HTMLInputElement).click()
    })
    for (const field of await page.getByRole('spinbutton').all()) if (await field.isVisible()) await field.fill('7')
    await note()
  }
  await follow(page, 'contact', views.contact.name)
  await page.getByLabel('Message', { exact: true }).last().fill('Please call.')
  await expect.poll(() => keysIn(page)).toContain('drafts')
  await note()
  await page.getByRole('button', { name: counting.no, exact: true }).click()
  await expect.poll(() => keysIn(page)).toContain('counting')
  await note()

  await page.goto('/privacy#browser')
  const rows = page.getByRole('table', { name: 'Entries in your browser’s storage' }).getByRole('row')
  const named = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)),
  )
  expect(named).toEqual(browserStorageEntries.map(({ key, holds, until }) => [key, holds, until]))
  expect(seen).toEqual(new Set(named.map(([key]) => key)))
  expect(await page.context().cookies()).toEqual([])
})

test('keeps a document’s table of contents in view next to the text on a laptop', async ({ page }) => {
  await page.goto('/privacy')
  const contents = page.getByRole('navigation', { name: documentWords.contents })
  const last = page.getByRole('main').getByRole('heading', { level: 2 }).last()
  await last.scrollIntoViewIfNeeded()
  await expect(contents).toBeInViewport({ ratio: 1 })
  const [beside, text] = await Promise.all([contents.boundingBox(), last.boundingBox()])
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThan(text?.x ?? 0)
  // The width of about 75 characters of body text.
  const widths = await page
    .getByRole('main')
    .getByRole('paragraph')
    .evaluateAll((all) => all.map(({ clientWidth }) => clientWidth))
  expect(Math.max(...widths)).toBeLessThanOrEqual(608)
})
