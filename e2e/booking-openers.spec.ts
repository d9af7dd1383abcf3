import { about } from '#content/about.ts'
import { booking } from '#content/booking.ts'
import { contact } from '#content/contact.ts'
import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import { home } from '#content/home.ts'
import { navigation } from '#content/navigation.ts'
import { partner360 } from '#content/partner360.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { roiCalculator } from '#content/roi-calculator.ts'
import { services } from '#content/services.ts'
import { successKit } from '#content/success-kit.ts'
import { type ViewId, viewIds } from '#content/views.ts'
import { dialogOf, fieldsOf } from './booking.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

/**
 * The buttons inside each view that open the dialog, and how many of each; the bar and the footer have one more. A view
 * that is not named has none inside.
 */
const openers: Partial<Record<ViewId, readonly (readonly [label: string, count: number])[]>> = {
  home: [
    [home.hero.book, 1],
    [home.proof.book, 1],
    [home.resources.book, 1],
    [home.finalCall.book, 1],
  ],
  services: [
    [services.hero.book, 1],
    [services.getStarted, services.services.length],
    [services.banner.book, 1],
  ],
  partner360: [[partner360.consultation.book, 2]],
  'success-kit': [[successKit.closing.book, 1]],
  'delivery-frameworks': [[deliveryFrameworks.closing.book, 1]],
  'qa-checklists': [[qaChecklists.closing.book, 1]],
  about: [[about.call.book, 1]],
  contact: [[contact.call.book, 1]],
  'roi-calculator': [
    [roiCalculator.book.label, 1],
    [roiCalculator.closing.book, 1],
  ],
}

for (const view of viewIds) {
  test(`every call button of ${view} opens the dialog and gets the focus back`, async ({ page }) => {
    await visit(page, view)
    const dialog = dialogOf(page)
    const main = page.getByRole('main')
    const buttons = [
      page.getByRole('banner').getByRole('button', { name: navigation.book, exact: true }),
      page.getByRole('contentinfo').getByRole('button', { name: navigation.footer.book, exact: true }),
    ]
    const inside = openers[view] ?? []
    const all = main.locator('button[command=show-modal]')
    await expect(all).toHaveCount(inside.reduce((sum, [, count]) => sum + count, 0))
    for (const [label, count] of inside) {
      const group = main.getByRole('button', { name: label })
      await expect(group, label).toHaveCount(count)
      buttons.push(...Array.from({ length: count }, (_, at) => group.nth(at)))
    }
    for (const button of buttons) {
      await button.click()
      await expect(dialog).toBeVisible()
      await expect(fieldsOf(dialog).name).toBeFocused()
      await dialog.getByRole('button', { name: booking.close }).click()
      await expect(dialog).toBeHidden()
      await expect(button).toBeFocused()
    }
  })
}
