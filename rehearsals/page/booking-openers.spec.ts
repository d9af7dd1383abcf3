import { booking } from '#content/booking.ts'
import { callLabels } from '#content/strategy-call.ts'
import { viewIds } from '#content/views.ts'
import { dialogOf, fieldsOf } from '#e2e/booking.ts'
import { openers } from '#e2e/pages/view-words.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

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
