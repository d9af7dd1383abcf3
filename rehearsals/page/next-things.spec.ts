import { dismissNext, nextThings } from '#content/next-things.ts'
import type { PackId } from '#content/pack-ids.ts'
import { successKit } from '#content/success-kit.ts'
import { isAccessible } from '#e2e/axe.ts'
import { arrivesAt, follow, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

test('after a download the next thing is offered beside it, once; it leads to its view or is put away', async ({
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
  await expect(page.getByRole('button', { name: dismissNext })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(offers).toHaveCount(0)
  await expect(packLink('delivery-framework')).toBeFocused()

  // Another visit: one offer is made in each.
  await visit(page, 'success-kit')
  await expect(offers).toHaveCount(0)
  await take('proposal-templates')
  const { text, label, target } = nextThings['proposal-templates']
  const offer = page.getByRole('status').filter({ hasText: text })
  await expect(offer).toBeInViewport()
  // Nothing takes the focus away, and there is no dialog.
  await expect(packLink('proposal-templates')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const pressed = await packLink('proposal-templates').boundingBox()
  const place = await offer.boundingBox()
  expect((place?.y ?? 0) - (pressed?.y ?? 0)).toBeLessThan(160)
  await isAccessible(page)
  // The same download again says nothing else.
  await take('proposal-templates')
  await offersNoOther(1)
  await offer.getByRole('link', { name: label }).click()
  await arrivesAt(page, target)
  await follow(page, 'success-kit', successKit.hero.eyebrow)
  await take('retention-playbook')
  await offersNoOther(0)
})
