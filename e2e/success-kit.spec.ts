import type { Page } from '@playwright/test'
import { brand } from '#content/brand.ts'
import { nextSuggestions } from '#content/next-suggestions.ts'
import { type PackId, previewPageCount } from '#content/packs.ts'
import { successKit } from '#content/success-kit.ts'
import { isAccessible } from './axe.ts'
import { expectView, follow, visit } from './site.ts'
import { expect, test } from './test.ts'

const { peek, resources } = successKit
const [{ title }] = resources

const coverOf = (page: Page) => page.getByRole('link', { name: `${peek.cover(title)} ${peek.open}`, exact: true })

test('opens a pack preview with the keyboard, and closes the preview with Escape or a click outside it', async ({
  page,
}) => {
  await visit(page, 'success-kit')
  const cover = coverOf(page)
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await cover.press('Enter')
  const list = dialog.getByRole('list', { name: title })
  await expect(list).toBeFocused()
  await expect(dialog.getByRole('img')).toHaveCount(2 * previewPageCount)
  await page.keyboard.press('PageDown')
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(cover).toBeFocused()

  await page.setViewportSize({ width: 1440, height: 900 })
  await cover.click()
  await expect(dialog.getByRole('img').first()).toBeVisible()
  const coming = page.waitForEvent('download')
  await dialog.getByRole('link', { name: successKit.downloadLabel }).click()
  expect((await coming).suggestedFilename()).toBe(`${brand.name}-Proposal-Template-Library.zip`)
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
  await expect(cover).toBeFocused()
})

test('suggests one next step per visit after a download, and lets the visitor open or dismiss the suggestion', async ({
  page,
}) => {
  const packLink = (pack: PackId) => page.getByRole('main').locator(`a[href="/packs/${pack}.zip"]`)
  const take = async (pack: PackId) => {
    const coming = page.waitForEvent('download')
    await packLink(pack).click()
    await (await coming).cancel()
  }
  const offers = page.getByText(/^Next, /)
  /** A suggestion appears shortly after the download. */
  const offersNoOther = async (count: number) => {
    await page.clock.runFor(3000)
    await expect(offers).toHaveCount(count)
  }
  await page.clock.install()
  await visit(page, 'delivery-frameworks')
  await take('delivery-framework')
  await expect(offers).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: nextSuggestions['delivery-framework'].label })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(offers).toHaveCount(0)
  await expect(packLink('delivery-framework')).toBeFocused()

  // Loading a page starts a new visit.
  await visit(page, 'success-kit')
  await take('proposal-templates')
  const { text, label, target } = nextSuggestions['proposal-templates']
  const offer = page.getByRole('status').filter({ hasText: text })
  await expect(offer).toBeInViewport()
  await expect(packLink('proposal-templates')).toBeFocused()
  await isAccessible(page)
  // After another download, no other suggestion appears.
  await take('proposal-templates')
  await offersNoOther(1)
  await offer.getByRole('link', { name: label }).click()
  await expectView(page, target)
  await follow(page, 'success-kit', successKit.hero.eyebrow)
  await take('retention-playbook')
  await offersNoOther(0)
})
