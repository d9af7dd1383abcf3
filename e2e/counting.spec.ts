import type { Locator, Page } from '@playwright/test'
import { counting } from '#content/counting.ts'
import { views } from '#content/views.ts'
import { book, receiptOf, someBooking } from './booking.ts'
import {
  acceptButton,
  countingRequests,
  expectCounted,
  optOutButton,
  sendWaitingEvents,
  unknownChoice,
} from './counted.ts'
import { sessionOf } from './interactions.ts'
import { follow, visit, waitForHydration } from './site.ts'
import { expect, test } from './test.ts'

const kept = (page: Page) => page.evaluate(() => [localStorage.getItem('counting'), sessionStorage.getItem('visit')])

test('applies an opt-out to events and forms at once and after a reload, and starts a new visit if the visitor opts in again', async ({
  page,
  stored,
}) => {
  await page.goto('/?utm_source=letter')
  await waitForHydration(page)
  const session = await sessionOf(page)
  await expectCounted(page, true)
  await sendWaitingEvents(page)
  await expect.poll(async () => (await stored.interactions(session)).length).toBeGreaterThan(0)

  await optOutButton(page).click()
  await expectCounted(page, false)
  await expect(page.getByRole('contentinfo')).toContainText(counting.refused)
  expect(await kept(page)).toEqual(['no', null])
  const asked = countingRequests(page)
  const before = await stored.interactions(session)

  await follow(page, 'about', views.about.name)
  await follow(page, 'home', views.home.name)
  const wanted = someBooking()
  await book(page, wanted)
  await expect(receiptOf(page)).toBeVisible()
  await sendWaitingEvents(page)
  expect(await stored.bookings(wanted.email)).toMatchObject([unknownChoice])

  await visit(page, 'services')
  await expectCounted(page, false)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await sendWaitingEvents(page)
  expect(await kept(page)).toEqual(['no', null])
  expect(asked).toEqual([])
  // The visitor's opt-out is not counted either.
  expect(await stored.interactions(session)).toEqual(before)

  // Opting in starts a new visit. The two buttons are side by side and have the same size, and each of them works with
  // one click.
  await page.setViewportSize({ width: 320, height: 800 })
  const [one, two] = [await acceptButton(page).boundingBox(), await optOutButton(page).boundingBox()]
  expect(two?.width).toBeCloseTo(one?.width ?? 0, 0)
  expect([two?.height, two?.y]).toEqual([one?.height, one?.y])
  const styleOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).fontSize)
  expect(await styleOf(optOutButton(page))).toBe(await styleOf(acceptButton(page)))
  await acceptButton(page).focus()
  await page.keyboard.press('Space')
  await expectCounted(page, true)
  const next = await sessionOf(page)
  expect(next).not.toBe(session)
  expect((await kept(page))[0]).toBeNull()
  await sendWaitingEvents(page)
  await expect
    .poll(async () => (await stored.interactions(next)).map(({ event_type }) => event_type))
    .toContain('page_view')
  await optOutButton(page).focus()
  await page.keyboard.press('Enter')
  await expectCounted(page, false)
  await expect(optOutButton(page)).toBeFocused()
})

test('discards interactions that were not sent, or whose request failed, when the visitor opts out', async ({
  page,
  faults,
}) => {
  faults.expect(/ERR_FAILED/)
  const sent = page.waitForRequest('**/user_interactions')
  await page.route('**/user_interactions', (route) => route.abort())
  await visit(page)
  await sessionOf(page)
  await sendWaitingEvents(page)
  await sent
  await optOutButton(page).click()
  await expectCounted(page, false)
  await page.unroute('**/user_interactions')
  const asked = countingRequests(page)
  await sendWaitingEvents(page)
  await acceptButton(page).click()
  await expectCounted(page, true)
  const next = page.waitForRequest('**/user_interactions')
  await sendWaitingEvents(page)
  const rows = (await next).postDataJSON() as { event_type: string; event_data: Record<string, unknown> }[]
  // The visit starts when the visitor opts in.
  expect(rows[0]).toMatchObject({ event_type: 'page_view', event_data: { view: 'home' } })
  expect(rows.filter(({ event_type }) => event_type === 'page_view')).toHaveLength(1)
  expect(asked.filter((url) => url.includes('/interactions-'))).toEqual([])
})

test('applies an opt-out at once in every tab', async ({ page, context }) => {
  await visit(page)
  await sessionOf(page)
  const other = await context.newPage()
  await visit(other, 'services')
  await sessionOf(other)
  await expectCounted(other, true)
  await optOutButton(page).click()
  await expectCounted(other, false)
  expect(await kept(other)).toEqual(['no', null])
  const asked = countingRequests(other)
  await follow(other, 'about', views.about.name)
  await sendWaitingEvents(other)
  expect(await kept(other)).toEqual(['no', null])
  expect(asked).toEqual([])
  await acceptButton(other).click()
  await expectCounted(other, true)
  await expectCounted(page, true)
  await sessionOf(page)
})
