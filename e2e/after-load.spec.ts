import { booking } from '#content/booking.ts'
import { exampleCaseStudy } from '#content/case.ts'
import { navigation } from '#content/navigation.ts'
import { callLabels } from '#content/strategy-call.ts'
import { viewIds, views } from '#content/views.ts'
import { dialogOf, fillBooking, openBooking, receiptOf, someBooking, submitOf } from './booking.ts'
import { error } from './broken-pages.ts'
import { actionsOf, sessionOf } from './interactions.ts'
import { follow, heading, headings, visit, waitForHydration } from './site.ts'
import { expect, test } from './test.ts'

// Errors after a successful load: a lost connection, a missing file, an exception in our code.

const reference = (body: string | null) => String((JSON.parse(body ?? '{}') as { id?: string }).id).slice(0, 8)

test.describe('page that can prefetch views', () => {
  test.use({ fetchesAhead: true })

  test('opens every view and the booking receipt offline if the page has been idle for three seconds', async ({
    page,
    context,
    stored,
    faults,
  }) => {
    // Analytics and other background requests fail offline, but the page does not need them.
    faults.expect(/ERR_INTERNET_DISCONNECTED.*(user_interactions|remaining_calls)/)
    const come: string[] = []
    page.on('requestfinished', (request) => come.push(new URL(request.url()).pathname))
    const list = page.waitForRequest('**/assets/ahead-*.json')
    await page.clock.install()
    await visit(page)
    for (let second = 0; second < 3; second++) await page.clock.runFor(1000)
    const files = (await (await page.request.get((await list).url())).json()) as string[]
    for (const part of [...viewIds, 'booking-receipt', 'refusal'])
      expect(files.some((file) => file.startsWith(`/assets/${part}-`))).toBe(true)
    await expect.poll(() => files.filter((file) => !come.includes(file))).toEqual([])
    const wanted = someBooking()
    const dialog = await openBooking(page)
    await fillBooking(dialog, wanted)
    const sent = page.waitForRequest('**/rest/v1/strategy_call_bookings')
    await submitOf(dialog).click()
    await expect(dialog.getByRole('status')).toBeVisible()
    await context.setOffline(true)
    await expect(receiptOf(page)).toContainText(reference((await sent).postData()).toUpperCase())
    await expect(heading(page, 'home')).toBeVisible()
    await page.clock.runFor(booking.confirmationMs)
    await expect(dialog).toBeHidden()
    for (const { links } of navigation.footer.groups) {
      for (const { target, label } of links) if (target !== 'home') await follow(page, target, label)
    }
    await follow(page, 'home', views.home.name)
    expect(await stored.bookings(wanted.email)).toHaveLength(1)
  })

  test('loads at most 85,000 bytes of JavaScript in each view before the visitor’s first action', async ({ page }) => {
    let sizes = new Map<string, number>()
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        sizes.set(response.url(), Number(response.headers()['content-length']))
    })
    for (const view of viewIds) {
      sizes = new Map()
      // The page sends this request when it is idle. The test does not poll the page, because evaluating a script would
      // count as a visitor's action.
      const rested = page.waitForRequest('**/assets/ahead-*.json')
      await page.goto(`/?view=${view}`)
      await rested
      expect(sizes.size, view).toBeGreaterThan(3)
      expect(
        [...sizes.values()].reduce((sum, size) => sum + size),
        view,
      ).toBeLessThanOrEqual(85_000)
    }
  })
})

test('retries a failed request for a view, and offers a retry if the browser is offline', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|about-/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.clock.install()
  await visit(page)
  await page.clock.runFor(5000)
  expect(
    asked.filter((url) => url.includes('/about-')),
    'nothing is fetched ahead for a visitor who wants to be spared data',
  ).toEqual([])

  await page.route('**/assets/about-*', (route) => route.abort())
  await context.setOffline(true)
  const link = page.getByRole('banner').getByRole('link', { name: 'About' })
  await link.click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText(navigation.loadFailed.title)
  await expect(heading(page, 'home')).toBeVisible()
  await context.setOffline(false)
  await page.unroute('**/assets/about-*')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await notice.getByRole('button', { name: navigation.loadFailed.retry }).click()
  await expect(heading(page, 'about')).toBeVisible()
  await expect(notice).toBeHidden()

  let failures = 0
  await page.route('**/assets/services-*', (route) => (failures++ === 0 ? route.abort() : route.continue()))
  await visit(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await follow(page, 'services', views.services.name)
  expect(failures).toBeGreaterThan(1)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('keeps the view readable and its links and dialog usable if the JavaScript crashes', async ({ page, faults }) => {
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

test.describe('page for a visitor in Auckland', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('opens the booking dialog even if the dialog’s code fails to load, and sends the visitor’s time zone and an error report', async ({
    page,
    stored,
    faults,
  }) => {
    faults.expect(/ERR_FAILED/)
    const wanted = someBooking()
    await page.route('**/assets/booking-dialog-*', (route) => route.abort())
    await page.goto('/')
    await page.waitForFunction(() => window.boot?.isReady)
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
    await expect(heading(page, 'about')).toBeVisible()
    const session = await sessionOf(page)
    await page.getByRole('banner').getByRole('button').click()
    await fillBooking(dialogOf(page), wanted)
    await submitOf(dialogOf(page)).click()
    await expect(page).toHaveURL(/\/forms\/booking\/received\?/)
    const [row] = await stored.bookings(wanted.email)
    expect(row?.time_zone).toBe('Pacific/Auckland')
    expect(new Date(String(row?.preferred_time)).toLocaleTimeString('en', { timeZone: 'Pacific/Auckland' })).toBe(
      '10:30:00 AM',
    )
    await expect
      .poll(async () => actionsOf(await stored.interactions(session)))
      .toContainEqual(error({ code: 'part_not_loaded', place: 'dialogs', cause: 'TypeError' }))
  })
})

test('loads a view as a full page on the first click if a release has removed the view’s file', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/404|about-|dynamically imported module/)
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await visit(page)
  await page.route('**/assets/about-*', (asked) =>
    asked.request().frame().url().includes('about') ? asked.continue() : asked.fulfill({ status: 404 }),
  )
  // A captive portal serves its own page, which must not count as a new release.
  await page.route('**/', (asked) => asked.fulfill({ body: '<title>Sign in</title>' }))
  await page.getByRole('banner').getByRole('link', { name: views.about.name }).click()
  await expect(page.getByRole('alert')).toContainText(navigation.loadFailed.title)
  await page.unroute('**/')
  await page.route('**/', (asked) => asked.fulfill({ body: '<meta name="release" content="newer">' }))
  await page.getByRole('banner').getByRole('link', { name: views.about.name }).click()
  await expect(page).toHaveURL(/view=about/)
  await waitForHydration(page)
  await expect(heading(page, 'about')).toBeVisible()
})

test('keeps showing a prerendered view if one of its scripts is missing and the next view fails to load', async ({
  page,
  faults,
}) => {
  faults.expect(/ERR_FAILED/)
  for (const part of ['case', 'about']) await page.route(`**/assets/${part}-*.js`, (route) => route.abort())
  await page.goto('/?view=services')
  // The page never becomes fully ready, because the script for one part is missing.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('header a') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
  const shown = page.getByRole('main').getByRole('heading', { name: exampleCaseStudy.title })
  await expect(shown).toBeVisible()
  await shown.evaluate((element) => Object.assign(element, { isTheSame: true }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(navigation.loadFailed.title)
  expect(await shown.evaluate((element) => Reflect.get(element, 'isTheSame'))).toBe(true)
})

test('shows a short receipt if the JavaScript for the full receipt fails to load', async ({ page, faults }) => {
  faults.expect(/ERR_FAILED|booking-receipt/)
  await page.route('**/assets/booking-receipt-*.js', (route) => route.abort())
  await page.clock.install()
  await visit(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, someBooking())
  const sent = page.waitForRequest('**/rest/v1/strategy_call_bookings')
  await submitOf(dialog).click()
  const short = page.getByRole('alert')
  await expect(short).toContainText(reference((await sent).postData()).toUpperCase())
  await page.clock.runFor(booking.confirmationMs)
  await short.getByRole('button', { name: navigation.receiptInShort.dismiss }).click()
  await expect(short).toBeHidden()
})
