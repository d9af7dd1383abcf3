import { booking } from '#content/booking.ts'
import { services } from '#content/services.ts'
import { callLabels } from '#content/strategy-call.ts'
import { type ViewId, viewIds } from '#content/views.ts'
import { dialogOf, fieldsOf } from '#e2e/booking.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

/** The buttons inside each view that open the dialog, and how many of each; the bar and the footer have one more. */
const openers: Record<ViewId, Partial<Record<keyof typeof callLabels, number>>> = {
  home: { short: 1, long: 3 },
  services: { service: services.services.length, long: 2 },
  partner360: { long: 2 },
  'success-kit': { long: 1 },
  'delivery-frameworks': { long: 1 },
  'qa-checklists': { long: 1 },
  about: { long: 1 },
  contact: { long: 1 },
  'roi-calculator': { long: 2 },
}

const labels = ['short', 'long', 'service'] as const

for (const view of viewIds) {
  test(`every call button of ${view} opens the dialog and gets the focus back`, async ({ page }) => {
    await visit(page, view)
    const dialog = dialogOf(page)
    const main = page.getByRole('main')
    const buttons = [
      page.getByRole('banner').getByRole('button', { name: callLabels.short, exact: true }),
      page.getByRole('contentinfo').getByRole('button', { name: callLabels.long, exact: true }),
    ]
    const all = main.locator('button[command=show-modal]')
    await expect(all).toHaveCount(Object.values(openers[view]).reduce((sum, count) => sum + count, 0))
    for (const label of labels) {
      const group = main.getByRole('button', { name: callLabels[label] })
      const count = openers[view][label] ?? 0
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
