import type { Page } from '@playwright/test'
import { dismissNext, nextThings } from '#content/next-things.ts'
import { type PackId, packIds } from '#content/pack-ids.ts'
import { successKit } from '#content/success-kit.ts'
import { isAccessible } from './axe.ts'
import { arrivesAt, follow, visit } from './site.ts'
import { expect, test } from './test.ts'

const packLink = (page: Page, pack: PackId) => page.getByRole('main').locator(`a[href="/packs/${pack}.zip"]`)

async function take(page: Page, pack: PackId) {
  const download = page.waitForEvent('download')
  await packLink(page, pack).click()
  await (await download).cancel()
}
const offers = (page: Page) => page.getByText(/^While you read/)

/** An offer comes a moment after its download, so that none is there at once says nothing. */
async function offersNothing(page: Page) {
  await page.waitForTimeout(700)
  await expect(offers(page)).toHaveCount(0)
}

test('after a download the next thing is offered beside it, once', async ({ page }) => {
  await visit(page, 'success-kit')
  await expect(offers(page)).toHaveCount(0)
  await take(page, 'proposal-templates')
  const { text } = nextThings['proposal-templates']
  const offer = page.getByRole('status').filter({ hasText: text })
  await expect(offer).toBeInViewport()
  // Nothing takes the focus away, and there is no dialog.
  await expect(packLink(page, 'proposal-templates')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const link = await packLink(page, 'proposal-templates').boundingBox()
  const place = await offer.boundingBox()
  expect((place?.y ?? 0) - (link?.y ?? 0)).toBeLessThan(160)
  await isAccessible(page)
  // The same download again says nothing else.
  await take(page, 'proposal-templates')
  await expect(offers(page)).toHaveCount(1)
  for (const pack of ['pricing-guide', 'adoption-guide'] as const) {
    await take(page, pack)
    await offersNothing(page)
  }
})

test('it leads to its view, and is not there afterwards', async ({ page }) => {
  await visit(page, 'success-kit')
  await take(page, 'qa-checklist')
  const { label, target } = nextThings['qa-checklist']
  await page.getByRole('status').getByRole('link', { name: label }).click()
  await arrivesAt(page, target)
  await follow(page, 'success-kit', successKit.hero.eyebrow)
  await take(page, 'retention-playbook')
  await offersNothing(page)
})

test('it is put away by keyboard, and the focus goes back to the pack', async ({ page }) => {
  await visit(page, 'delivery-frameworks')
  await take(page, 'delivery-framework')
  await expect(offers(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: nextThings['delivery-framework'].label })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: dismissNext })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(offers(page)).toHaveCount(0)
  await expect(packLink(page, 'delivery-framework')).toBeFocused()
})

test('it leads away from the view that offers the pack', () => {
  for (const pack of packIds) {
    const own = successKit.resources.find(({ id }) => id === pack)
    expect(own?.hasDetailPage && own.detailView, pack).not.toBe(nextThings[pack].target)
  }
})
