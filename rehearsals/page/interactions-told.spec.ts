import { navigation } from '#content/navigation.ts'
import { views } from '#content/views.ts'
import { closeTab, type Deed, deedsOf, engagement, farewell, hasDone, sessionOf } from '#e2e/interactions.ts'
import { isAlive, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

// A browser that declares automation is marked as a bot.
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
test.use({ userAgent })

const page_view = (view: keyof typeof views): Deed => ['page_view', { view, title: views[view].title }]

test('counts a visitor who leaves at once', async ({ page, stored }) => {
  const tracker = page.waitForResponse(/assets\/interactions-(?!errors)/)
  await page.goto('/')
  await tracker
  const session = await sessionOf(page)
  await isAlive(page)
  await closeTab(page)
  await hasDone(stored, session, [page_view('home'), ...farewell('home')])
})

test('what is sent may outlive its page', async ({ page }) => {
  // On one machine every request is fast, so only how it is made can be observed.
  const asked: unknown[] = []
  await page.exposeFunction('sees', (keepalive: unknown) => asked.push(keepalive))
  await page.addInitScript(() => {
    const asWritten = window.fetch.bind(window)
    window.fetch = (input, init) => {
      const { sees } = window as unknown as { sees: (keepalive: unknown) => void }
      if (typeof input === 'string' && input.includes('user_interactions')) sees(init?.keepalive)
      return asWritten(input, init)
    }
  })
  await page.clock.install()
  await visit(page)
  await sessionOf(page)
  const sent = page.waitForResponse('**/user_interactions')
  await page.clock.runFor(5000)
  await sent
  expect(asked).toEqual([true])
})

test('a view that does not arrive is told, and so is the page that was loaded instead', async ({
  page,
  faults,
  stored,
}) => {
  faults.expect(/ERR_FAILED/)
  await page.clock.install()
  await visit(page)
  const session = await sessionOf(page)
  const file = '**/assets/about-*'
  await page.route(file, (route) => route.abort())
  await page.route('**/?view=about', async (route) => {
    await page.unroute(file)
    await route.continue()
  })
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await page.getByRole('alert').getByRole('button', { name: navigation.loadFailed.retry }).click()
  await expect(page).toHaveURL(/view=about/)
  await isAlive(page)
  // What counts is fetched after what is shown.
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return deedsOf(await stored.interactions(session))
    })
    .toContainEqual(page_view('about'))
  await closeTab(page)
  const cause = expect.any(String) as unknown
  await hasDone(stored, session, [
    page_view('home'),
    ['error', { code: 'view_not_loaded', place: 'about', cause, release: expect.any(String) }],
    ...farewell('home'),
    page_view('about'),
    ...farewell('about'),
  ])
})

test('a browser of the team marks its visits until it is told not to', async ({ page, context, stored }) => {
  const marks = async (address: string) => {
    const tab = await context.newPage()
    await tab.goto(address)
    const session = await sessionOf(tab)
    await closeTab(tab)
    await expect.poll(async () => deedsOf(await stored.interactions(session)).length).toBe(3)
    return new Set((await stored.interactions(session)).map(({ is_team }) => is_team))
  }
  await page.close()
  expect(await marks('/?team=on')).toEqual(new Set([true]))
  expect(await marks('/')).toEqual(new Set([true]))
  expect(await marks('/?team=off')).toEqual(new Set([false]))
})

test('the network is gone for ten seconds: nothing is lost and nothing is there twice', async ({
  page,
  context,
  faults,
  stored,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/)
  await page.clock.install()
  await visit(page, 'qa-checklists')
  const session = await sessionOf(page)
  const boxes = page.getByRole('tabpanel').getByRole('checkbox')
  const done: Deed[] = [page_view('qa-checklists')]
  const tick = async (box: number) => {
    await boxes.nth(box).check()
    done.push(
      engagement('checklist', { list: 'functional', done: box + 1, of: expect.any(Number) as unknown }),
    )
  }
  for (const box of [0, 1, 2]) await tick(box)
  // Stored, but the response is lost.
  await page.route(
    '**/user_interactions',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  const lost = await page.waitForEvent('requestfailed')
  expect(lost.url()).toContain('user_interactions')
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed')
  for (const box of [3, 4, 5]) {
    await tick(box)
    await page.clock.runFor(3300)
  }
  await failed
  await context.setOffline(false)
  await tick(6)
  await closeTab(page)
  await hasDone(stored, session, [...done, ...farewell('qa-checklists')])
})
