import type { Page } from '@playwright/test'
import { claims } from '#content/claims.ts'
import { home } from '#content/home.ts'
import { dialogOf, openBooking } from './booking.ts'
import { holdBack } from './hold-back.ts'
import { spareData, visit } from './site.ts'
import { expect, test } from './test.ts'
import { Traffic } from './traffic.ts'

// The default, set explicitly so that this file has a server of its own, whose weeks no other test fills. A server
// caches the answer for a minute, which is longer than a test, so each test begins with an empty cache.
test.use({ settings: { RATE_LIMIT: 'off' } })

const route = '**/rpc/free_calls_this_week'
const finalCall = (page: Page) => page.locator('section', { hasText: home.finalCall.title }).last()

/** The dialog and the end of the page show the claim, without a layout shift. */
async function says(page: Page, words: string): Promise<void> {
  const section = finalCall(page)
  const steps = section.getByRole('heading', { name: home.finalCall.stepsTitle })
  const release = await holdBack(page, route)
  const dialog = await openBooking(page)
  await expect(dialog.getByText(claims.weeklySlots)).toBeVisible()
  const form = await dialog.locator('form').boundingBox()
  release()
  await expect(dialog.getByText(words, { exact: true })).toBeVisible()
  expect(await dialog.locator('form').boundingBox()).toEqual(form)
  await page.keyboard.press('Escape')

  const top = () => steps.evaluate((heading) => heading.getBoundingClientRect().top + scrollY)
  const before = await top()
  await section.scrollIntoViewIfNeeded()
  await expect(section.getByText(words, { exact: true })).toBeVisible()
  expect(await top()).toBe(before)
}

for (const { width, height, week, capacity, words } of [
  { width: 1440, height: 900, week: 'this', capacity: 5, words: '2 of 5 left this week' },
  { width: 320, height: 640, week: 'next', capacity: 4, words: '1 of 4 left next week' },
  { width: 320, height: 640, week: 'this', capacity: 3, words: 'This week is full. Ask anyway.' },
] as const) {
  test(`${width} px: with three calls of ${capacity} taken ${week} week, the site says so when somebody looks, and nothing moves`, async ({
    page,
    server,
    stored,
  }) => {
    await stored.weekOfCalls(capacity, 3, week)
    await server.restart()
    await page.setViewportSize({ width, height })
    // The idle page prefetches the code, which must not count as a request for the claim.
    await spareData(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const traffic = new Traffic(page)
    await visit(page)
    await traffic.rests()
    expect(
      asked.filter((url) => /free[-_]calls/.test(url)),
      'nobody has looked yet',
    ).toEqual([])
    await says(page, words)
  })
}

test('of a week of which nothing is taken, the claim says as much', async ({ page, server, stored }) => {
  await stored.weekOfCalls(5, 0)
  await server.restart()
  await visit(page)
  const answered = page.waitForResponse(route)
  const dialog = await openBooking(page)
  expect(await (await answered).json()).toMatchObject({ week: 'this', left: 5 })
  await expect(dialog.getByText(claims.weeklySlots)).toBeVisible()
})

test('a week that cannot be told is the plain claim, and the next look asks again', async ({
  page,
  server,
  stored,
  faults,
}) => {
  faults.expect(/status of 401/)
  await stored.weekOfCalls(5, 3)
  await stored.tellsFreeCalls(false)
  await server.restart()
  await visit(page)
  const refused = page.waitForResponse(route)
  const dialog = await openBooking(page)
  expect((await refused).status()).toBe(401)
  await expect(dialog.getByText(claims.weeklySlots)).toBeVisible()
  await page.keyboard.press('Escape')
  await stored.tellsFreeCalls(true)
  await openBooking(page)
  await expect(dialogOf(page).getByText('2 of 5 left this week')).toBeVisible()
})

test('many visitors cost one question a minute', async ({ server, stored }) => {
  await stored.weekOfCalls(5, 3)
  await server.restart()
  const page = await (await fetch(server.url)).text()
  const apikey = /name="?publishable-key"? content="?([^">]+)/.exec(page)?.[1] ?? ''
  const ask = async () => {
    const answer = await fetch(`${server.url}/rest/v1/rpc/free_calls_this_week`, { headers: { apikey } })
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    return ((await answer.json()) as { free_calls: number }).free_calls
  }
  expect(await ask()).toBe(2)
  await stored.weekOfCalls(4, 3)
  expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set([2]))
})
