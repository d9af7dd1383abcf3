import type { Page } from '@playwright/test'
import { views } from '#content/views.ts'
import { book, receiptOf, someBooking } from './booking.ts'
import { closeTab, hasDone } from './interactions.ts'
import { follow, visit } from './site.ts'
import { expect, test } from './test.ts'

/** A visit with many trackable events. */
async function wander(page: Page): Promise<void> {
  await page.clock.install()
  await visit(page)
  await follow(page, 'qa-checklists', views['qa-checklists'].name)
  await page.getByRole('tabpanel').getByRole('checkbox').first().check()
  await follow(page, 'home', views.home.name)
  await book(page, someBooking())
  await expect(receiptOf(page)).toBeVisible()
  // Longer than any delay of the tracker, whose retries come at most two seconds apart.
  for (let second = 0; second < 6; second++) await page.clock.runFor(1000)
}

const refusals = {
  'Global Privacy Control': () =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  'Do Not Track': () => Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }),
}

for (const [name, refuse] of Object.entries(refusals)) {
  test(`under ${name} nothing is fetched, kept or sent`, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.addInitScript(refuse)
    await wander(page)
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0])
    expect(asked.filter((url) => /tracker|interactions/.test(url))).toEqual([])
    expect(asked.some((url) => url.includes('strategy_call_bookings'))).toBe(true)
  })
}

test('whoever blocks what we send, and the storage, breaks nothing and hears of it once', async ({
  page,
  faults,
}) => {
  faults.expect(/ERR_BLOCKED_BY_CLIENT/)
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'info') said.push(message.text())
  })
  let blocked = 0
  await page.route('**/user_interactions', async (route) => {
    blocked++
    await route.abort('blockedbyclient')
  })
  await closeStorage(page)
  await wander(page)
  await expect.poll(() => blocked).toBeGreaterThan(1)
  expect(said).toHaveLength(1)
})

test('a blocked tracker breaks nothing', async ({ page, faults }) => {
  faults.expect(/ERR_BLOCKED_BY_CLIENT/)
  await page.route('**/assets/tracker-*', (route) => route.abort('blockedbyclient'))
  await wander(page)
})

test('without storage a visit is one visit all the same', async ({ page, stored }) => {
  await closeStorage(page)
  const first = page.waitForRequest('**/user_interactions')
  await visit(page)
  await follow(page, 'about', views.about.name)
  const rows = (await first).postDataJSON() as { session_id: string }[]
  await closeTab(page)
  await hasDone(stored, rows[0]?.session_id ?? '', [
    ['page_view', { view: 'home', title: views.home.title }],
    ['navigation', { from: 'home', to: 'about', trigger: 'footer' }],
    ['page_view', { view: 'about', title: views.about.title }],
    ['engagement', { action: 'page_hidden' }],
    ['engagement', { action: 'page_time_spent', view: 'about', seconds: expect.any(Number) }],
  ])
})

/** Where cookies are forbidden, even reading the storage property throws. */
const closeStorage = (page: Page) =>
  page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get })
  })
