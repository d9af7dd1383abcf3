import type { Page } from '@playwright/test'
import { views } from '#content/views.ts'
import { canary, cause, error, inLoop, serve } from '#e2e/broken-pages.ts'
import { closeTab, deedsOf, sessionOf } from '#e2e/interactions.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

// A browser that declares automation is marked as a bot.
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
test.use({ userAgent })

/** By then nothing is pending. */
const turnAway = (page: Page) => page.evaluate(() => dispatchEvent(new Event('visibilitychange')))

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
  await closeTab(page)
  const deeds = async () => deedsOf(await stored.interactions(session))
  await expect
    .poll(deeds)
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
  expect(asked.filter((url) => /interactions/.test(url))).toEqual([])
  expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0])
})
