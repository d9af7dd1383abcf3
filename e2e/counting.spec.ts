import type { Page } from '@playwright/test'
import { counting } from '#content/counting.ts'
import { views } from '#content/views.ts'
import { book, receiptOf, someBooking } from './booking.ts'
import { sessionOf } from './interactions.ts'
import { addressOf, follow, isAlive, visit } from './site.ts'
import { expect, test } from './test.ts'

const yes = (page: Page) => page.getByRole('button', { name: counting.yes, exact: true })
const no = (page: Page) => page.getByRole('button', { name: counting.no, exact: true })
const isCounted = async (page: Page, counted: boolean) => {
  await expect(yes(page)).toHaveAttribute('aria-pressed', String(counted))
  await expect(no(page)).toHaveAttribute('aria-pressed', String(!counted))
}
const kept = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('counting'), sessionStorage.getItem('visit')])

/** Sends what waits, as leaving the page does. */
const flush = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new Event('online'))
    dispatchEvent(new Event('pagehide'))
  })

/** The addresses of what the page asks for from now on because it counts; what only measures may be fetched ahead. */
function countingRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/tracker-(?!later)|user_interactions/.test(request.url())) asked.push(request.url())
  })
  return asked
}

const unknown = { session_id: null, landing_page: null, referrer: null, source: 'site', campaign: null }

test('a no is obeyed at once, by the forms too, and by the next load', async ({ page, stored }) => {
  await page.goto('/?utm_source=letter')
  await isAlive(page)
  const session = await sessionOf(page)
  await isCounted(page, true)
  await flush(page)
  await expect.poll(async () => (await stored.interactions(session)).length).toBeGreaterThan(0)

  await no(page).click()
  await isCounted(page, false)
  await expect(page.getByRole('contentinfo')).toContainText(counting.refused)
  expect(await kept(page)).toEqual(['no', null])
  const asked = countingRequests(page)
  const before = await stored.interactions(session)

  await follow(page, 'about', views.about.name)
  await follow(page, 'home', views.home.name)
  const wanted = someBooking()
  await book(page, wanted)
  await expect(receiptOf(page)).toBeVisible()
  await flush(page)
  expect(await stored.bookings(wanted.email)).toMatchObject([unknown])

  await visit(page, 'services')
  await isCounted(page, false)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await flush(page)
  expect(await kept(page)).toEqual(['no', null])
  expect(asked).toEqual([])
  // The refusal itself is not counted either.
  expect(await stored.interactions(session)).toEqual(before)
})

test('what was not sent before the no is dropped, also what failed on its way', async ({ page, faults }) => {
  faults.expect(/ERR_FAILED/)
  const sent = page.waitForRequest('**/user_interactions')
  await page.route('**/user_interactions', (route) => route.abort())
  await visit(page)
  await sessionOf(page)
  await flush(page)
  await sent
  await no(page).click()
  await isCounted(page, false)
  await page.unroute('**/user_interactions')
  const asked = countingRequests(page)
  await flush(page)
  await yes(page).click()
  await isCounted(page, true)
  const next = page.waitForRequest('**/user_interactions')
  await flush(page)
  const rows = (await next).postDataJSON() as { event_type: string; event_data: Record<string, unknown> }[]
  // A visit that begins with the yes.
  expect(rows[0]).toMatchObject({ event_type: 'page_view', event_data: { view: 'home' } })
  expect(rows.filter(({ event_type }) => event_type === 'page_view')).toHaveLength(1)
  expect(asked.filter((url) => url.includes('tracker-'))).toEqual([])
})

test('a yes after a load with a no begins to count, as another visit', async ({ page, stored }) => {
  await page.addInitScript(() => {
    if (sessionStorage.length === 0) localStorage.setItem('counting', 'no')
  })
  const asked = countingRequests(page)
  await visit(page, 'about')
  await isCounted(page, false)
  expect(asked).toEqual([])
  await yes(page).click()
  await isCounted(page, true)
  const session = await sessionOf(page)
  expect((await kept(page))[0]).toBeNull()
  await flush(page)
  await expect
    .poll(async () => (await stored.interactions(session)).map(({ event_type }) => event_type))
    .toContain('page_view')
})

test('one answer holds for every tab at once', async ({ page, context }) => {
  await visit(page)
  await sessionOf(page)
  const other = await context.newPage()
  await visit(other, 'services')
  await sessionOf(other)
  await isCounted(other, true)
  await no(page).click()
  await isCounted(other, false)
  expect(await kept(other)).toEqual(['no', null])
  const asked = countingRequests(other)
  await follow(other, 'about', views.about.name)
  await flush(other)
  expect(await kept(other)).toEqual(['no', null])
  expect(asked).toEqual([])
  await yes(other).click()
  await isCounted(other, true)
  await isCounted(page, true)
  await sessionOf(page)
})

test('where storage is closed a no holds for the page, and says so', async ({ page, stored }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get })
  })
  const tracker = page.waitForResponse('**/assets/tracker-*')
  await visit(page)
  await tracker
  await no(page).click()
  await isCounted(page, false)
  await expect(page.getByText(counting.refusedHere)).toBeVisible()
  const asked = countingRequests(page)
  await follow(page, 'about', views.about.name)
  await follow(page, 'home', views.home.name)
  const wanted = someBooking()
  await book(page, wanted)
  await expect(receiptOf(page)).toBeVisible()
  await flush(page)
  expect(asked).toEqual([])
  expect(await stored.bookings(wanted.email)).toMatchObject([unknown])
  await visit(page)
  await isCounted(page, true)
})

for (const signal of ['globalPrivacyControl', 'doNotTrack'] as const) {
  test(`under ${signal} it says so, and there is nothing to press`, async ({ page }) => {
    await page.addInitScript((name) => {
      const value = name === 'doNotTrack' ? '1' : true
      Object.defineProperty(Navigator.prototype, name, { get: () => value })
    }, signal)
    await visit(page)
    await expect(page.getByText(counting.byBrowser)).toBeVisible()
    await expect(no(page)).toHaveCount(0)
    await expect(yes(page)).toHaveCount(0)
  })
}

for (const width of [320, 1440]) {
  test(`at ${width} px yes and no are equally large, side by side, and each is one press`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await visit(page)
    const [one, two] = [await yes(page).boundingBox(), await no(page).boundingBox()]
    expect(two?.width).toBeCloseTo(one?.width ?? 0, 0)
    expect(two?.height).toBe(one?.height)
    expect(two?.y).toBe(one?.y)
    const styleOf = (button: ReturnType<typeof yes>) =>
      button.evaluate((element) => getComputedStyle(element).fontSize)
    expect(await styleOf(no(page))).toBe(await styleOf(yes(page)))
    await no(page).focus()
    await page.keyboard.press('Enter')
    await isCounted(page, false)
    await expect(no(page)).toBeFocused()
    await yes(page).focus()
    await page.keyboard.press('Space')
    await isCounted(page, true)
    expect((await kept(page))[0]).toBeNull()
  })
}

test('without script the page has no button that does nothing', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto(addressOf('home'))
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(page.getByRole('contentinfo')).not.toContainText(counting.text)
  await expect(no(page)).toHaveCount(0)
  await context.close()
})
