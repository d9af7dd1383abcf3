import type { Page } from '@playwright/test'
import { views } from '#content/views.ts'
import { fillBooking, openBooking, someBooking, submitOf } from './booking.ts'
import { canary, cause, error, inLoop, nextThrow, serve } from './broken-pages.ts'
import { actionsOf, closeTab, sessionOf } from './interactions.ts'
import { follow, visit } from './site.ts'
import { expect, test, userAgent } from './test.ts'

test.use({ userAgent })

test('stores each error once per view, and records its kind and location but no text that the visitor typed', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(new RegExp(`${canary}|from outside|ERR_FAILED`))
  await serve(page, 'services', (built) => built + inLoop)
  await serve(page, 'contact', () => `export function Screen() { throw new SyntaxError('${canary}') }`)
  await page.route('**/assets/about-*.js', (route) => route.abort())
  await visit(page)
  const session = await sessionOf(page)
  // A browser extension's script would fail like this.
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('from outside')
    })
  })
  await follow(page, 'services', views.services.name)
  await nextThrow(page)
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: views.about.name }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await footer.getByRole('link', { name: views.contact.name }).click()
  await expect(page).toHaveTitle(views.contact.title)
  await nextThrow(page)
  await closeTab(page)
  const uncaught = (place: string) => error({ code: 'uncaught', place, cause: cause('TypeError', 'services') })
  const expected = [
    uncaught('home'),
    error({ code: 'rejected', place: 'home', cause: cause('RangeError', 'services') }),
    uncaught('services'),
    // Browsers throw this error if an import fails.
    error({ code: 'view_not_loaded', place: 'about', cause: 'TypeError' }),
    error({ code: 'crashed', place: 'contact', cause: cause('SyntaxError', 'contact') }),
    uncaught('contact'),
  ]
  const errors = async () => actionsOf(await stored.interactions(session)).filter(([type]) => type === 'error')
  await expect.poll(errors).toHaveLength(expected.length)
  expect(await errors()).toEqual(expect.arrayContaining(expected))
  expect(JSON.stringify(await stored.interactions(session))).not.toContain('canary')
})

test('lets the visitor resend a form after an exception during submission, and reports which line of our code failed', async ({
  page,
  stored,
}) => {
  /** Makes the next access to this property throw once; the error message contains `typed`, the visitor's input. */
  const throwOnce = (what: 'getTimezoneOffset' | 'FormData', typed: string) =>
    page.evaluate(
      ([key = '', words]) => {
        const owner: object = key === 'FormData' ? window : Date.prototype
        const asked = Object.getOwnPropertyDescriptor(owner, key) ?? {}
        const get = () => {
          Object.defineProperty(owner, key, asked)
          throw new TypeError(words)
        }
        Object.defineProperty(owner, key, { configurable: true, get })
      },
      [what, typed],
    )
  const wanted = someBooking()
  await visit(page)
  const session = await sessionOf(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  for (const what of ['getTimezoneOffset', 'FormData'] as const) {
    await throwOnce(what, wanted.email)
    await submitOf(dialog).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      /^Failed to submit booking\. Please try again or contact us directly\./,
    )
    await expect(submitOf(dialog)).toBeFocused()
  }
  expect(await stored.bookings(wanted.email)).toEqual([])
  await submitOf(dialog).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
  await closeTab(page)
  const deeds = async () => actionsOf(await stored.interactions(session))
  const threw = error({ code: 'submit_threw', place: 'booking', cause: cause('TypeError', '[\\w-]+') })
  await expect.poll(deeds).toEqual(expect.arrayContaining([threw]))
  expect(JSON.stringify(await deeds())).not.toContain(wanted.email)
})

/** Sends the pending events, as the page does when the visitor leaves. */
const flushEvents = (page: Page) => page.evaluate(() => dispatchEvent(new Event('visibilitychange')))

/** Makes the site's program fail to start, and waits for the script that reports the error. */
async function failToStart(page: Page, code: string | null): Promise<void> {
  if (code) await serve(page, 'main', () => code)
  else await page.route('**/assets/main-*.js', (route) => route.abort())
  const lastWords = page.waitForResponse('**/assets/last-words-*.js')
  await page.goto('/?view=about')
  await (await lastWords).finished()
  await flushEvents(page)
}

for (const [name, code, told] of [
  ['does not arrive', null, {}],
  ['throws', `throw new TypeError('${canary}')`, { cause: cause('TypeError', 'main') }],
] as const) {
  test(`reports that the main script ${name} when the page loads`, async ({ page, faults, stored }) => {
    faults.expect(new RegExp(`${canary}|ERR_FAILED`))
    await failToStart(page, code)
    const session = await sessionOf(page)
    await closeTab(page)
    const deeds = async () => actionsOf(await stored.interactions(session))
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

test('sends no error reports and stores nothing in the browser if Global Privacy Control is on', async ({
  page,
  faults,
}) => {
  faults.expect(new RegExp(canary))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  )
  await failToStart(page, inLoop)
  await page.unroute('**/assets/main-*.js')
  await serve(page, 'home', (built) => built + inLoop)
  await visit(page)
  await flushEvents(page)
  expect(asked.filter((url) => /interactions/.test(url))).toEqual([])
  expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0])
})
