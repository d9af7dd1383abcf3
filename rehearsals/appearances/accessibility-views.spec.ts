import { documents } from '#content/documents.ts'
import { viewIds } from '#content/views.ts'
import { isAccessibleInBoth } from '#e2e/axe.ts'
import { visit } from '#e2e/site.ts'
import { test } from '#e2e/test.ts'

for (const view of viewIds) {
  test(`passes the axe accessibility checks in the ${view} view`, async ({ page }) => {
    await visit(page, view)
    await isAccessibleInBoth(page)
  })
}

for (const id of Object.keys(documents)) {
  test(`passes the axe accessibility checks on the page /${id}`, async ({ page }) => {
    await page.goto(`/${id}`)
    await isAccessibleInBoth(page)
  })
}
