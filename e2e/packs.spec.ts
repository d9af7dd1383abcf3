import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { getDocumentProxy } from 'unpdf'
import { home } from '#content/home.ts'
import { packOffers } from '#content/pack-offers.ts'
import { successKit } from '#content/success-kit.ts'
import type { ViewId } from '#content/views.ts'
import { readPacks } from '#packs/read-packs.ts'
import { readingTime } from '#packs/reading-time.ts'
import type { Pack } from '#packs/types.ts'
import { addressOf, visit } from './site.ts'
import { expect, test } from './test.ts'

const cards = successKit.resources
const address = (id: string) => `/packs/${id}.zip`

/** `Backline-Proposal-Template-Library.zip`, from the title on the card. */
const nameOf = (title: string) => `Backline-${title.replaceAll(' ', '-')}.zip`

/** Clicks, and returns the download with its file name. */
async function download(page: Page, link: ReturnType<Page['getByRole']>) {
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) }
}

const linkOf = (page: Page, title: string) =>
  page.getByRole('main').getByRole('link', { name: `${successKit.downloadLabel} ${title}`, exact: true })

/** The card's figures about its pack: minutes from the words of the pack, all else counted in the downloaded file. */
async function figuresOf(id: string, zip: Uint8Array): Promise<string[]> {
  const pack = readPacks().find((one) => one.id === id) as Pack
  const { guide, documents } = readingTime(pack)
  const { reading } = successKit
  const files = unzipSync(zip)
  const count = (ending: string) => Object.keys(files).filter((name) => name.endsWith(ending)).length
  const { numPages } = await getDocumentProxy(files[`${pack.guide.file}.pdf`] as Uint8Array)
  return [
    `${reading.minutes(guide)} ${reading.ofGuide(numPages)}`,
    reading.more(documents, count('.docx'), count('.xlsx'), count('.pdf') - 1),
  ]
}

/** The size on the card: millions of bytes. */
const bound = (size: string) => Number.parseFloat(size) * 1_000_000

for (const { id, title, downloadSize } of cards) {
  test(`the card of ${title} downloads its pack`, async ({ page, request }) => {
    await visit(page, 'success-kit')
    const { name, bytes } = await download(page, linkOf(page, title))
    expect(name).toBe(nameOf(title))
    const head = await request.head(address(id))
    expect(Number(head.headers()['content-length'])).toBe(bytes.length)
    expect(bytes.length).toBeLessThanOrEqual(bound(downloadSize))
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
    await expect(card).toContainText(
      `${successKit.sizeLabel(downloadSize)}, ${successKit.sizeNow(bytes.length)}`,
    )
    for (const figures of await figuresOf(id, bytes)) await expect(card).toContainText(figures)
    // The first bytes of every ZIP file.
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
    await expect(page).toHaveURL(/view=success-kit$/)
  })
}

const offers: [ViewId, string, string][] = [
  ['delivery-frameworks', packOffers['delivery-framework'].label, 'delivery-framework'],
  ['qa-checklists', packOffers['qa-checklist'].label, 'qa-checklist'],
]
for (const [view, label, id] of offers) {
  test(`${view} offers its pack`, async ({ page }) => {
    await visit(page, view)
    const { name } = await download(page, page.getByRole('main').getByRole('link', { name: label }))
    expect(name).toBe(nameOf(cards.find((card) => card.id === id)?.title ?? ''))
  })
}

test('the home view downloads the packs of two of its resources', async ({ page }) => {
  await visit(page)
  const names = []
  for (const link of await page
    .getByRole('main')
    .getByRole('link', { name: home.resources.packLink, exact: true })
    .all()) {
    names.push((await download(page, link)).name)
  }
  expect(names).toEqual(['Backline-Project-Delivery-Framework.zip', 'Backline-QA-Checklist.zip'])
})

test('a broken download goes on where it stopped', async ({ request }) => {
  const whole = await request.get(address('qa-checklist'))
  const all = await whole.body()
  const rest = await request.get(address('qa-checklist'), {
    headers: { range: 'bytes=1000-', 'if-range': whole.headers().etag ?? '' },
  })
  expect(rest.status()).toBe(206)
  expect(rest.headers()['content-range']).toBe(`bytes 1000-${all.length - 1}/${all.length}`)
  expect((await rest.body()).equals(all.subarray(1000))).toBe(true)
})

test('downloads are counted by pack, once each', async ({ page, stored, request }) => {
  const before = await stored.downloads('pricing-guide')
  await visit(page, 'success-kit')
  await download(page, linkOf(page, 'Pricing and Margin Guide'))
  await request.head(address('pricing-guide'))
  await expect.poll(() => stored.downloads('pricing-guide'), { timeout: 10_000 }).toBe(before + 1)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('every card downloads its pack', async ({ page }) => {
    await page.goto(addressOf('success-kit'))
    for (const { title } of cards) {
      const { name, bytes } = await download(page, linkOf(page, title))
      expect(name).toBe(nameOf(title))
      expect(bytes.length).toBeGreaterThan(10_000)
    }
  })
})
