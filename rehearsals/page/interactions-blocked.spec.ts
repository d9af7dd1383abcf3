import type { Page } from '@playwright/test'
import { contact } from '#content/contact.ts'
import { views } from '#content/views.ts'
import { book, receiptOf, someBooking } from '#e2e/booking.ts'
import { closeTab, farewell, hasDone } from '#e2e/interactions.ts'
import { fillMessage, messageFormOf, someMessage } from '#e2e/message.ts'
import { follow, isAlive, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'
import { wander } from '#e2e/wander.ts'

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
  await page.route('**/assets/interactions-*', (route) => route.abort('blockedbyclient'))
  await visit(page)
  await follow(page, 'qa-checklists', views['qa-checklists'].name)
  await page.getByRole('tabpanel').getByRole('checkbox').first().check()
  await follow(page, 'home', views.home.name)
  await book(page, someBooking())
  await expect(receiptOf(page)).toBeVisible()
})

test('without storage a visit is one visit all the same', async ({ page, stored, baseURL }) => {
  await closeStorage(page)
  const first = page.waitForRequest('**/user_interactions')
  await page.goto('/?utm_source=letter')
  await isAlive(page)
  await follow(page, 'about', views.about.name)
  const rows = (await first).postDataJSON() as { session_id: string }[]
  // The visit is told to a form as long as its page is there.
  const message = someMessage()
  await follow(page, 'contact', views.contact.name)
  await fillMessage(messageFormOf(page), message)
  await messageFormOf(page).getByRole('button', { name: contact.form.submit }).click()
  await expect(page.getByRole('heading', { name: contact.form.sent.title })).toBeVisible()
  expect(await stored.messages(message.email)).toMatchObject([
    { session_id: rows[0]?.session_id, landing_page: `${baseURL}/?utm_source=letter`, source: 'letter' },
  ])
  await closeTab(page)
  await hasDone(stored, rows[0]?.session_id ?? '', [
    ['page_view', { view: 'home', title: views.home.title }],
    ['navigation', { from: 'home', to: 'about', trigger: 'footer' }],
    ['page_view', { view: 'about', title: views.about.title }],
    ['navigation', { from: 'about', to: 'contact', trigger: 'footer' }],
    ['page_view', { view: 'contact', title: views.contact.title }],
    ['form_submit', { form: 'message', outcome: 'stored' }],
    ...farewell('contact'),
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
