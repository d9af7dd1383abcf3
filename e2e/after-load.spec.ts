import type { Page } from '@playwright/test'
import { navigation } from '#content/navigation.ts'
import { callLabels } from '#content/strategy-call.ts'
import { views } from '#content/views.ts'
import {
  dialogOf,
  fillBooking,
  heroButton,
  openBooking,
  receiptOf,
  someBooking,
  submitOf,
} from './booking.ts'
import { follow, heading, headings, isAlive, spareData, visit } from './site.ts'
import { expect, test } from './test.ts'
import { Traffic } from './traffic.ts'

// Faults after a successful load: a lost connection, a missing file, an exception in our own code.

const reference = (body: string | null) =>
  String((JSON.parse(body ?? '{}') as { id?: string }).id).slice(0, 8)

/** Waits until the idle page has prefetched every part. */
const hasFetchedAhead = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        ['roi-calculator', 'qa-checklists', 'booking-receipt', 'booking-refusals'].every((name) =>
          performance.getEntriesByType('resource').some((one) => one.name.includes(`/${name}-`)),
        ),
      ),
    )
    .toBe(true)

/** Opens the site and lets its clock run on for three seconds, and waits until it has what it asks for in them. */
async function threeQuietSeconds(page: Page): Promise<void> {
  const traffic = new Traffic(page)
  await page.clock.install()
  await visit(page)
  for (let second = 0; second < 3; second++) await page.clock.runFor(1000)
  await traffic.rests()
}

test('three quiet seconds after it loaded, every view opens without a connection', async ({
  page,
  context,
  faults,
}) => {
  // Analytics and other background requests fail offline, and the page does not need them.
  faults.expect(/ERR_INTERNET_DISCONNECTED.*(user_interactions|free_calls|tracker-later)/)
  await threeQuietSeconds(page)
  await context.setOffline(true)
  for (const { links } of navigation.footer.groups) {
    for (const { target, label } of links) if (target !== 'home') await follow(page, target, label)
  }
  await follow(page, 'home', views.home.name)
})

test('nothing is fetched ahead for a visitor who wants to be spared data', async ({ page }) => {
  await spareData(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await threeQuietSeconds(page)
  expect(asked.filter((url) => url.includes('/services-'))).toEqual([])
})

test('a line that drops during the confirmation leaves the page, the receipt and the way on', async ({
  page,
  context,
  stored,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED.*user_interactions/)
  const wanted = someBooking()
  await visit(page)
  await hasFetchedAhead(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  const sent = page.waitForRequest('**/rest/v1/strategy_call_bookings')
  await submitOf(dialog).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  await context.setOffline(true)
  await expect(receiptOf(page)).toContainText(reference((await sent).postData()).toUpperCase())
  await expect(heading(page, 'home')).toBeVisible()
  await follow(page, 'about', views.about.name)
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
})

test('a receipt whose part is gone is told in short, and the page stays', async ({ page, faults }) => {
  faults.expect(/booking-receipt|ERR_FAILED/)
  await page.route('**/assets/booking-receipt-*', (route) => route.abort())
  await visit(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, someBooking())
  const sent = page.waitForRequest('**/rest/v1/strategy_call_bookings')
  await submitOf(dialog).click()
  const short = page.getByRole('alert')
  await expect(short).toContainText(reference((await sent).postData()).toUpperCase())
  await expect(heading(page, 'home')).toBeVisible()
  await short.getByRole('button', { name: navigation.receiptInShort.dismiss }).click()
  await expect(short).toBeHidden()
  await follow(page, 'about', views.about.name)
})

test('a view that does not arrive while the line is down can be asked for again', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|about-/)
  await page.route('**/assets/about-*', (route) => route.abort())
  await visit(page)
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText(navigation.loadFailed.title)
  await expect(heading(page, 'home')).toBeVisible()
  await context.setOffline(false)
  await page.unroute('**/assets/about-*')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await notice.getByRole('button', { name: navigation.loadFailed.retry }).click()
  await expect(heading(page, 'about')).toBeVisible()
  await expect(notice).toBeHidden()
})

test('a view whose file hiccups once is shown as if nothing had been', async ({ page, faults }) => {
  faults.expect(/ERR_FAILED/)
  let failures = 0
  await page.route('**/assets/about-*', (route) => (failures++ === 0 ? route.abort() : route.continue()))
  await visit(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await follow(page, 'about', views.about.name)
  expect(failures).toBeGreaterThan(1)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('a fault in the program keeps the page: words, links, forms and the dialog', async ({
  page,
  faults,
}) => {
  faults.expect(/broken on purpose/)
  await visit(page)
  await page.evaluate(() =>
    Object.defineProperty(document, 'title', {
      set() {
        throw new Error('broken on purpose')
      },
    }),
  )
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('alert')).toContainText(navigation.crashed.title)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('button', { name: callLabels.long }).click()
  await expect(dialogOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings.contact)
})

test.describe('on the clock of a visitor', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('a dialog whose part is gone sends as without script, and knows the zone', async ({
    page,
    stored,
    faults,
  }) => {
    faults.expect(/ERR_FAILED/)
    const wanted = someBooking()
    await page.route('**/assets/dialogs-*', (route) => route.abort())
    await page.goto('/')
    await heroButton(page).click()
    await fillBooking(dialogOf(page), wanted)
    await submitOf(dialogOf(page)).click()
    await expect(page).toHaveURL(/\/forms\/booking$/)
    const [row] = await stored.bookings(wanted.email)
    expect(row?.time_zone).toBe('Pacific/Auckland')
    expect(
      new Date(String(row?.preferred_time)).toLocaleTimeString('en', { timeZone: 'Pacific/Auckland' }),
    ).toBe('10:30:00 AM')
  })
})

test('Back from elsewhere shows the view that was left', async ({ page }) => {
  // Without the back/forward cache, as after a restart of the browser or a long absence.
  await page.goto('/')
  await isAlive(page)
  await follow(page, 'services', views.services.name)
  await page.goto('/?view=contact&from=elsewhere')
  await page.goBack()
  await expect(heading(page, 'services')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'home')).toBeVisible()
})
