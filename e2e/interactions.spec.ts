import { booking } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { services } from '#content/services.ts'
import { successKit } from '#content/success-kit.ts'
import { plural } from '#content/tree.ts'
import { views } from '#content/views.ts'
import { interactionTypes } from '#shared/contract/interaction-data.ts'
import { book, receiptOf, someBooking, submitOf } from './booking.ts'
import { closeTab, engagement, expectActions, lastEvents, type RecordedAction, sessionOf } from './interactions.ts'
import { expectView, follow, visit, waitForHydration } from './site.ts'
import { expect, test, userAgent } from './test.ts'

test.use({ userAgent })

const page_view = (view: keyof typeof views): RecordedAction => ['page_view', { view, title: views[view].title }]
const navigation = (from: string, to: string, trigger: string): RecordedAction => ['navigation', { from, to, trigger }]

test('stores interactions of every type, from the first view to the end of the visit', async ({
  page,
  faults,
  stored,
  baseURL,
}) => {
  faults.expect(/status of 500/)
  // Only code that replaces `fetch` can see the option that lets a request outlive its page.
  await page.addInitScript(() => {
    const fetchAsWritten = window.fetch.bind(window)
    window.fetch = (input, init) => {
      if (String(input).includes('user_interactions')) Object.assign(window, { keepsAlive: init?.keepalive })
      return fetchAsWritten(input, init)
    }
  })
  await page.clock.install()
  const wanted = someBooking()
  await page.route('**/strategy_call_bookings', (route) => route.fulfill({ status: 500, body: 'no' }), {
    times: 1,
  })
  await page.goto('/?utm_source=letter&utm_campaign=nov&gclid=1&email=a%40b.example', {
    referer: 'https://search.example/results?q=secret',
  })
  await waitForHydration(page)
  const session = await sessionOf(page)
  const done: RecordedAction[] = [page_view('home')]

  const dialog = await book(page, wanted)
  await expect(dialog.getByRole('alert')).toBeVisible()
  await submitOf(dialog).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  await page.clock.runFor(booking.confirmationMs)
  await expect(dialog).toBeHidden()
  const origin = {
    session_id: session,
    landing_page: `${baseURL}/?utm_source=letter&utm_campaign=nov`,
    referrer: 'https://search.example/',
    source: 'letter',
    campaign: 'nov',
    first_view: 'home',
  }
  expect(await stored.bookings(wanted.email)).toMatchObject([origin])
  done.push(
    ['modal_open', { modal: 'booking', opener: 'hero' }],
    ['form_submit', { form: 'booking', outcome: 'refused' }],
    ['error', { code: 'http_500', place: 'booking', fields: [], release: expect.any(String) }],
    ['form_submit', { form: 'booking', outcome: 'stored' }],
    ['modal_close', { modal: 'booking', opener: 'hero' }],
  )
  await receiptOf(page).getByRole('button', { name: receipt.dismiss }).click()
  done.push(['button_click', { label: receipt.dismiss, view: 'home' }])

  await page.getByRole('banner').getByRole('link', { name: views.services.name }).click()
  await expectView(page, 'services')
  await page.getByRole('button', { name: 'Development', exact: true }).click()
  await page.getByLabel(services.search.label).pressSequentially('WÄREHOUSE')
  const found = await page
    .getByRole('main')
    .locator('li')
    .filter({ has: page.locator('h3') })
    .count()
  await expect(page.getByRole('status').filter({ hasText: plural(found, services.shown) })).toBeVisible()
  await page.clock.runFor(1200)
  // An email address entered in the search field is not sent.
  await page.getByLabel(services.search.label).fill('thandi@partner.example')
  await page.clock.runFor(1200)
  done.push(
    navigation('home', 'services', 'header'),
    page_view('services'),
    engagement('filter', { place: 'services', value: 'development' }),
    ['search', { place: 'services', query: 'WÄREHOUSE', results: found }],
  )

  await page.getByRole('banner').getByRole('link', { name: views.services.back.label }).click()
  await expectView(page, 'home')
  await page.goForward()
  await expectView(page, 'services')
  await follow(page, 'success-kit', views['success-kit'].name)
  const download = page.waitForEvent('download')
  await page.getByRole('main').getByRole('link', { name: successKit.downloadLabel }).first().click()
  await (await download).cancel()
  done.push(
    navigation('services', 'home', 'back'),
    page_view('home'),
    navigation('home', 'services', 'history'),
    page_view('services'),
    navigation('services', 'success-kit', 'footer'),
    page_view('success-kit'),
    ['download', { pack: successKit.resources[0].id, place: 'success-kit' }],
  )

  await follow(page, 'qa-checklists', views['qa-checklists'].name)
  const [, integration] = qaChecklists.tabs
  await page.getByRole('tab', { name: integration.label }).click()
  await page.getByRole('tabpanel').getByRole('checkbox').first().check()
  await page.getByRole('tabpanel').getByRole('button', { name: qaChecklists.ticking.print }).click()
  done.push(
    navigation('success-kit', 'qa-checklists', 'footer'),
    page_view('qa-checklists'),
    engagement('tab', { place: 'qa-checklists', value: 'integration' }),
    engagement('checklist', { list: 'integration', done: 1, of: expect.any(Number) }),
    ['button_click', { label: qaChecklists.ticking.print, view: 'qa-checklists' }],
    ['custom_event', { name: 'page_printed', view: 'qa-checklists' }],
  )

  expect(await page.evaluate(() => Reflect.get(window, 'keepsAlive'))).toBe(true)
  await closeTab(page)
  await expectActions(stored, session, [...done, ...lastEvents('qa-checklists')])
  expect([...new Set(done.map(([type]) => type)), 'engagement'].sort()).toEqual(
    expect.arrayContaining([...interactionTypes].sort()),
  )
  const rows = await stored.interactions(session)
  for (const row of rows) {
    expect(row).toMatchObject({
      page_url: `${baseURL}/?utm_source=letter&utm_campaign=nov`,
      referrer: 'https://search.example/',
      user_agent: userAgent,
      is_bot: false,
      is_team: false,
    })
  }
  expect(JSON.stringify(rows), 'what was typed into the form').not.toContain(wanted.email)
})

test('records that a page was hidden and shown again', async ({ page, stored }) => {
  await visit(page)
  const session = await sessionOf(page)
  // A headless browser never hides a page, so the test dispatches the event itself.
  const turn = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { get: () => value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, hidden)
  await turn(true)
  const away: RecordedAction[] = [page_view('home'), ...lastEvents('home')]
  await expectActions(stored, session, away)
  // Some browsers dispatch the event twice; the second event must change nothing.
  await turn(true)
  await turn(false)
  await closeTab(page)
  await expectActions(stored, session, [...away, engagement('page_visible'), ...lastEvents('home')])
})
