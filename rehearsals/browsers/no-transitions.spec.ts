import { viewIds, views } from '#content/views.ts'
import { arrivesAt, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

test('a browser without view transitions changes views all the same', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['startViewTransition', 'activeViewTransition'])
      Reflect.deleteProperty(Document.prototype, name)
  })
  await visit(page, 'services')
  for (const view of viewIds.filter((one) => one !== 'services')) {
    await page.getByRole('contentinfo').getByRole('link', { name: views[view].name, exact: true }).click()
    await arrivesAt(page, view)
  }
  expect(await page.evaluate(() => 'startViewTransition' in document)).toBe(false)
})
