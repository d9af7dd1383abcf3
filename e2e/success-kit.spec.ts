import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { home } from '#content/home.ts'
import { nextThings } from '#content/next-things.ts'
import { type PackId, packOffers, shownPages } from '#content/packs.ts'
import { successKit } from '#content/success-kit.ts'
import { isAccessible } from './axe.ts'
import { arrivesAt, follow, visit } from './site.ts'
import { expect, test } from './test.ts'

const { peek, resources } = successKit
const [{ title }] = resources

/** `Backline-Proposal-Template-Library.zip`, from the title on the card. */
const nameOf = (words: string) => `Backline-${words.replaceAll(' ', '-')}.zip`

/** Clicks, and returns the download with its file name. */
async function download(page: Page, link: ReturnType<Page['getByRole']>) {
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) }
}
const coverOf = (page: Page) =>
  page.getByRole('link', { name: `${peek.cover(title)} ${peek.open}`, exact: true })

test('packs are downloaded from wherever they are offered, and counted once each', async ({
  page,
  stored,
}) => {
  const before = await stored.downloads('pricing-guide')
  await visit(page)
  const names = []
  for (const link of await page
    .getByRole('main')
    .getByRole('link', { name: home.resources.packLink })
    .all()) {
    names.push((await download(page, link)).name)
  }
  expect(names).toEqual(['Backline-Project-Delivery-Framework.zip', 'Backline-QA-Checklist.zip'])
  for (const [view, label, name] of [
    ['delivery-frameworks', packOffers['delivery-framework'].label, 'Project Delivery Framework'],
    ['qa-checklists', packOffers['qa-checklist'].label, 'QA Checklist'],
  ] as const) {
    await visit(page, view)
    const saved = await download(page, page.getByRole('main').getByRole('link', { name: label }))
    expect(saved.name).toBe(nameOf(name))
  }
  await visit(page, 'success-kit')
  const guide = 'Pricing and Margin Guide'
  const link = page.getByRole('main').getByRole('link', { name: `${successKit.downloadLabel} ${guide}` })
  const saved = await download(page, link)
  expect(saved.name).toBe(nameOf(guide))
  // The first bytes of every ZIP file.
  expect(saved.bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  await expect(page).toHaveURL(/view=success-kit$/)
  await expect.poll(() => stored.downloads('pricing-guide')).toBe(before + 1)
})

test('a pack is looked into by keyboard, and left by Escape or a press beside it', async ({ page }) => {
  await visit(page, 'success-kit')
  const cover = coverOf(page)
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await cover.press('Enter')
  const list = dialog.getByRole('list', { name: title })
  await expect(list).toBeFocused()
  await expect(dialog.getByRole('img')).toHaveCount(2 * shownPages)
  await page.keyboard.press('PageDown')
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(cover).toBeFocused()

  await page.setViewportSize({ width: 1440, height: 900 })
  await cover.click()
  await expect(dialog.getByRole('img').first()).toBeVisible()
  const { name } = await download(page, dialog.getByRole('link', { name: successKit.downloadLabel }))
  expect(name).toBe(nameOf(title))
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
  await expect(cover).toBeFocused()
})

test('after a download one next thing is offered per visit; it can be dismissed, and leads to its view', async ({
  page,
}) => {
  const packLink = (pack: PackId) => page.getByRole('main').locator(`a[href="/packs/${pack}.zip"]`)
  const take = async (pack: PackId) => {
    const coming = page.waitForEvent('download')
    await packLink(pack).click()
    await (await coming).cancel()
  }
  const offers = page.getByText(/^While you read/)
  /** An offer comes a moment after its download. */
  const offersNoOther = async (count: number) => {
    await page.clock.runFor(3000)
    await expect(offers).toHaveCount(count)
  }
  await page.clock.install()
  await visit(page, 'delivery-frameworks')
  await take('delivery-framework')
  await expect(offers).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: nextThings['delivery-framework'].label })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(offers).toHaveCount(0)
  await expect(packLink('delivery-framework')).toBeFocused()

  // A page load begins another visit.
  await visit(page, 'success-kit')
  await take('proposal-templates')
  const { text, label, target } = nextThings['proposal-templates']
  const offer = page.getByRole('status').filter({ hasText: text })
  await expect(offer).toBeInViewport()
  await expect(packLink('proposal-templates')).toBeFocused()
  await isAccessible(page)
  // The same download again offers nothing else.
  await take('proposal-templates')
  await offersNoOther(1)
  await offer.getByRole('link', { name: label }).click()
  await arrivesAt(page, target)
  await follow(page, 'success-kit', successKit.hero.eyebrow)
  await take('retention-playbook')
  await offersNoOther(0)
})
