import type { Page } from '@playwright/test'
import { views } from '#content/views.ts'
import { fillBooking, openBooking, someBooking, submitOf } from './booking.ts'
import { closeTab, type Deed, deedsOf, sessionOf } from './interactions.ts'
import { follow, spareData, visit } from './site.ts'
import { expect, test } from './test.ts'

// A browser that declares automation is marked as a bot.
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
test.use({ userAgent })

/** Stands for visitor input that ended up in an error message. */
const canary = 'pii-canary@company.example'

const serve = (page: Page, file: string, code: (built: string) => string) =>
  page.route(`**/assets/${file}-*.js`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: code(await response.text()) })
  })

/** Throws for as long as the page is open. */
const inLoop = `;setInterval(() => { throw new TypeError('${canary}') });
  Promise.reject(new RangeError('${canary}')); Promise.reject('${canary}')`

const cause = (name: string, file: string) =>
  expect.stringMatching(new RegExp(`^${name} ${file}-[\\w-]+\\.js:\\d+:\\d+$`)) as unknown
const release = expect.any(String) as unknown
const error = (data: Record<string, unknown>): Deed => ['error', { ...data, release }]

test('what breaks in a page is stored once in each view, by what and where, and nothing that was typed', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(new RegExp(`${canary}|from outside|ERR_FAILED`))
  await serve(page, 'services', (built) => built + inLoop)
  await serve(page, 'contact', () => `export function Screen() { throw new SyntaxError('${canary}') }`)
  await page.route('**/assets/about-*.js', (route) => route.abort())
  // The full page load fails too; otherwise it would take the visitor to the view.
  await page.route('**/?view=about', (route) => route.abort())
  await spareData(page)
  await visit(page)
  const session = await sessionOf(page)
  // Like an extension: a script that is not ours.
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('from outside')
    })
  })
  await follow(page, 'services', views.services.name)
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: views.about.name }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await footer.getByRole('link', { name: views.contact.name }).click()
  await expect(page).toHaveTitle(views.contact.title)
  await closeTab(page)
  const uncaught = (place: string) =>
    error({ code: 'uncaught', place, cause: cause('TypeError', 'services') })
  const expected = [
    uncaught('home'),
    error({ code: 'rejected', place: 'home', cause: cause('RangeError', 'services') }),
    uncaught('services'),
    // The message that browsers give to a failed import.
    error({ code: 'view_not_loaded', place: 'about', cause: 'TypeError' }),
    error({ code: 'crashed', place: 'contact', cause: cause('SyntaxError', 'contact') }),
    uncaught('contact'),
  ]
  const errors = async () => deedsOf(await stored.interactions(session)).filter(([type]) => type === 'error')
  await expect.poll(errors).toHaveLength(expected.length)
  expect(await errors()).toEqual(expect.arrayContaining(expected))
  expect(JSON.stringify(await stored.interactions(session))).not.toContain('canary')
})

/** By then nothing is pending. */
const turnAway = (page: Page) => page.evaluate(() => dispatchEvent(new Event('visibilitychange')))

test('a form that breaks on sending is told with our line, and not with what was typed', async ({
  page,
  stored,
}) => {
  const wanted = someBooking()
  await visit(page)
  const session = await sessionOf(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  // Reading the fields throws once, with their values in the message.
  await page.evaluate((typed) => {
    const asWritten = window.FormData
    window.FormData = function fails() {
      window.FormData = asWritten
      throw new TypeError(typed)
    } as unknown as typeof FormData
  }, wanted.email)
  await submitOf(dialog).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await closeTab(page)
  const deeds = async () => deedsOf(await stored.interactions(session))
  await expect
    .poll(deeds)
    .toContainEqual(error({ code: 'submit_threw', place: 'booking', cause: cause('TypeError', '\\w+') }))
  expect(JSON.stringify(await deeds())).not.toContain(wanted.email)
})

const broken = {
  'does not arrive': { code: null, cause: {} },
  'throws while it starts': {
    code: `throw new TypeError('${canary}')`,
    cause: { cause: cause('TypeError', 'main') },
  },
}

for (const [name, { code, cause: told }] of Object.entries(broken)) {
  test(`a program that ${name} is heard of`, async ({ page, faults, stored }) => {
    faults.expect(new RegExp(`${canary}|ERR_FAILED`))
    if (code) await serve(page, 'main', () => code)
    else await page.route('**/assets/main-*.js', (route) => route.abort())
    const lastWords = page.waitForResponse('**/assets/last-words-*.js')
    await page.goto('/?view=about')
    await (await lastWords).finished()
    await turnAway(page)
    const session = await sessionOf(page)
    await closeTab(page)
    const deeds = async () => deedsOf(await stored.interactions(session))
    await expect
      .poll(deeds)
      .toEqual(
        expect.arrayContaining([
          ['page_view', { view: 'about', title: views.about.title }],
          error({ code: 'not_started', place: 'about', ...told }),
        ]),
      )
    expect(JSON.stringify(await deeds())).not.toContain('canary')
  })
}

test('a first view that does not arrive is heard of', async ({ page, faults, stored }) => {
  faults.expect(/ERR_FAILED|dynamically imported module/)
  await page.route('**/assets/about-*.js', (route) => route.abort())
  await page.goto('/?view=about')
  const session = await sessionOf(page)
  const deeds = async () => deedsOf(await stored.interactions(session))
  await expect
    .poll(deeds, { timeout: 20_000 })
    .toContainEqual(error({ code: 'view_not_loaded', place: 'about', cause: 'TypeError' }))
})

test('under Global Privacy Control nobody hears of what breaks', async ({ page, faults }) => {
  faults.expect(new RegExp(canary))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  )
  await serve(page, 'main', () => inLoop)
  const lastWords = page.waitForResponse('**/assets/last-words-*.js')
  await page.goto('/')
  await (await lastWords).finished()
  await turnAway(page)
  await page.unroute('**/assets/main-*.js')
  await serve(page, 'home', (built) => built + inLoop)
  await visit(page)
  await turnAway(page)
  expect(asked.filter((url) => /tracker|interactions/.test(url))).toEqual([])
  expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0])
})
