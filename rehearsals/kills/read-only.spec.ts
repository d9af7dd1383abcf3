import { views } from '#content/views.ts'
import { deedsOf, sessionOf } from '#e2e/interactions.ts'
import { follow, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

test('what a page has to tell waits while the database takes no writes, and arrives when it does', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(/status of 503/)
  await visit(page)
  const session = await sessionOf(page)
  const refused = page.waitForResponse(
    (answer) => answer.url().endsWith('/user_interactions') && answer.status() === 503,
  )
  await stored.takesWrites(false)
  try {
    await follow(page, 'about', views.about.name)
    expect((await refused).headers()['retry-after']).toBe('2')
    expect((await page.request.get('/readyz')).status()).toBe(503)
  } finally {
    await stored.takesWrites(true)
  }
  await expect
    .poll(async () => deedsOf(await stored.interactions(session)).map(([type]) => type), { timeout: 20_000 })
    .toEqual(['page_view', 'navigation', 'page_view'])
})
