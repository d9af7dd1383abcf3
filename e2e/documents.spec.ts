import type { Page } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'
import { booking } from '#content/booking.ts'
import { browserNotes } from '#content/browser-notes.ts'
import { contact } from '#content/contact.ts'
import { counting } from '#content/counting.ts'
import { documents } from '#content/documents.ts'
import { viewIds } from '#content/views.ts'
import { addressOf, isAlive } from './site.ts'
import { expect, test } from './test.ts'

const ids = Object.keys(documents) as (keyof typeof documents)[]

/** What stands in the storage of this tab. */
const keysIn = (page: Page) =>
  page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)])

test('whatever the site writes into a browser is named in the privacy notice, with its end', async ({
  page,
}) => {
  const seen = new Set<string>()
  const note = async () => {
    for (const key of await keysIn(page)) seen.add(key)
  }
  await page.goto('/?team=on')
  await isAlive(page)
  await page.locator('footer').scrollIntoViewIfNeeded()
  await expect.poll(() => keysIn(page)).toEqual(expect.arrayContaining(['visit', 'team']))
  for (const view of viewIds) {
    await page.goto(addressOf(view))
    await isAlive(page)
    await page.getByRole('checkbox').evaluateAll((boxes) => {
      for (const box of boxes) (box as HTMLInputElement).click()
    })
    for (const field of await page.getByRole('spinbutton').all())
      if (await field.isVisible()) await field.fill('7')
    await note()
  }
  await page.goto(addressOf('contact'))
  await isAlive(page)
  await page.getByLabel('Message', { exact: true }).last().fill('Please call.')
  await expect.poll(() => keysIn(page)).toContain('drafts')
  await note()
  await page.getByRole('button', { name: counting.no, exact: true }).click()
  await expect.poll(() => keysIn(page)).toContain('counting')
  await note()

  await page.goto('/privacy#browser')
  const rows = page.getByRole('table', { name: 'Notes in your browser' }).getByRole('row')
  const named = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)),
  )
  expect(named).toEqual(browserNotes.map(({ key, holds, until }) => [key, holds, until]))
  expect(seen).toEqual(new Set(named.map(([key]) => key)))
  expect(await page.context().cookies()).toEqual([])
})

test('every view, both forms and every plain page lead to the documents, without script too', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  for (const address of [...viewIds.map(addressOf), '/forms/booking', '/nowhere', '/privacy']) {
    await page.goto(address)
    for (const id of ids) {
      await expect(page.getByRole('contentinfo').getByRole('link', { name: documents[id] })).toHaveAttribute(
        'href',
        `/${id}`,
      )
    }
  }
  await page.goto('/forms/booking')
  await expect(page.getByRole('main').getByRole('link', { name: documents.privacy })).toBeVisible()
  await page.goto(addressOf('contact'))
  const form = page.locator('form', { has: page.getByRole('button', { name: contact.form.submit }) })
  await expect(form.getByRole('link', { name: documents.privacy })).toHaveAttribute('href', '/privacy')
  const dialog = page.locator('dialog form', { has: page.locator(`text=${booking.submit}`) })
  await expect(dialog.locator('a[href="/privacy"]')).toHaveCount(1)
  await context.close()
})

for (const id of ids) {
  test(`/${id} fits a narrow screen, and its contents lead to each section`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`/${id}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link')
    for (const link of await contents.all()) {
      await link.click()
      const [, section = ''] = new URL(page.url()).hash.split('#')
      await expect(page.locator(`#${section}`)).toBeInViewport()
    }
  })
}

/** The lines of a printed page that stand on another line. */
async function overprinted(pdf: Uint8Array): Promise<string[]> {
  const paper = await getDocumentProxy(pdf)
  const pages = Array.from({ length: paper.numPages }, (_, index) => paper.getPage(index + 1))
  const found = await Promise.all(
    pages.map(async (coming) => {
      const { items } = await (await coming).getTextContent()
      const lines = items
        .filter((item) => 'str' in item)
        .filter(({ str }) => str.trim() !== '')
        .map(({ str, width, height, transform }) => ({
          str,
          height,
          left: Number(transform[4]),
          right: Number(transform[4]) + width,
          base: Number(transform[5]),
        }))
      return lines.filter((one) =>
        lines.some((other) => {
          const apart = one.base - other.base
          return apart > 1 && apart < other.height * 0.8 && one.left < other.right && other.left < one.right
        }),
      )
    }),
  )
  await paper.loadingTask.destroy()
  return found.flat().map(({ str }) => str)
}

for (const id of ids) {
  test(`/${id} is printed with nothing over anything else`, async ({ page }) => {
    await page.goto(`/${id}`)
    for (const format of ['A4', 'A5'] as const) {
      expect(await overprinted(new Uint8Array(await page.pdf({ format }))), format).toEqual([])
    }
  })
}
