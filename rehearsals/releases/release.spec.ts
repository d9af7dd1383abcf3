import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { navigation } from '#content/navigation.ts'
import { callLabels } from '#content/strategy-call.ts'
import { views } from '#content/views.ts'
import { fieldsOf, openBooking } from '#e2e/booking.ts'
import { follow, heading, visit, waitForHydration } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'
import { RunningServer } from '#tools/testing/run-server.ts'

const enablePrivacyControl = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))

const renewed = 'renewed while you read'

/** Builds the sources, with one word changed, in another folder. Returns the folder with the built server. */
async function buildNext(folder: string): Promise<string> {
  for (const path of await readdir('.')) {
    if (/^(\.git|\.cache|dist|data|node_modules|test-results|playwright-report|e2e|bench|docs)$/.test(path)) continue
    await cp(path, join(folder, path), { recursive: true })
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  const words = join(folder, 'src/content/navigation.ts')
  const before = await readFile(words, 'utf8')
  await writeFile(words, before.replace(navigation.footer.lead, renewed))
  await promisify(execFile)(process.execPath, ['tools/prepare.mjs', 'build'], { cwd: folder })
  return join(folder, 'dist/server')
}

test('lets open tabs use old files after a release, and load the new release on the next view change without losing typed text', async ({
  page,
  context,
  folder,
  faults,
}) => {
  test.setTimeout(240_000)
  // The tab sends requests while no server is running.
  faults.expect(/ERR_CONNECTION_REFUSED/)
  const next = await mkdtemp(join(tmpdir(), 'backline-next-'))
  const settings = { DATA_DIR: join(folder, 'released') }
  const first = new RunningServer(settings)
  await first.start()
  let second: RunningServer | undefined
  try {
    const built = await buildNext(next)
    // This tab sends no analytics, so the server cannot tell it about the new release.
    const careful = await context.newPage()
    await enablePrivacyControl(careful)
    for (const tab of [page, careful]) {
      await tab.goto(first.url)
      await waitForHydration(tab)
    }
    const old = await page.evaluate(async () => {
      const text = await (await fetch('/?view=about')).text()
      return /\/assets\/about-[\w-]+\.js/.exec(text)?.[0] ?? ''
    })
    const dialog = await openBooking(page)
    await fieldsOf(dialog).name.fill('Thandi Nkosi')
    await page.keyboard.press('Escape')

    await first.stop()
    second = new RunningServer({ ...settings, PORT: new URL(first.url).port }, { folder: built })
    await second.start()
    expect(await page.evaluate(async (path) => (await fetch(path)).status, old)).toBe(200)

    // A tab that does not know about the release continues to use the old files.
    await careful.evaluate(() => Object.assign(window, { sameDocument: true }))
    await follow(careful, 'about', views.about.name)
    expect(await careful.evaluate(() => 'sameDocument' in window)).toBe(true)
    await expect(careful.getByText(renewed)).toHaveCount(0)

    // The response to the tab's analytics names the new release.
    const told = page.waitForResponse((answer) => answer.url().endsWith('/rest/v1/user_interactions'))
    await openBooking(page)
    await page.keyboard.press('Escape')
    await told
    // The page reads the response a moment after it arrives, or later if the machine is busy.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2000)))
    await page.getByRole('contentinfo').getByRole('link', { name: views.services.name }).click()
    await expect(page.getByText(renewed)).toBeVisible()
    await expect(heading(page, 'services')).toBeVisible()
    await waitForHydration(page)
    await page.getByRole('banner').getByRole('button', { name: callLabels.short }).click()
    await expect(fieldsOf(page.getByRole('dialog')).name).toHaveValue('Thandi Nkosi')
    await page.keyboard.press('Escape')
    await page.goBack()
    await expect(heading(page, 'home')).toBeVisible()
  } finally {
    await first.stop()
    await second?.stop()
    await rm(next, { recursive: true, force: true })
  }
})

test('loads the new release even if a cached response names the old release', async ({ page }) => {
  // In this test, all other responses name this page's release, as a cached response would.
  await page.route('**/rest/v1/user_interactions', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-release': 'next' } })
  })
  const told = page.waitForResponse('**/rest/v1/user_interactions')
  await visit(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await told
  const asked = page.waitForResponse(/\/rpc\/(callers|free_)/)
  await openBooking(page)
  await (await asked).finished()
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('link', { name: views.services.name }).click()
  await expect(heading(page, 'services')).toBeVisible()
  await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(false)
})

test('reloads the page with the requested view when the visitor retries a failed load, and keeps the typed text', async ({
  page,
  faults,
}) => {
  faults.expect(/404|about-|dynamically imported module/)
  await visit(page)
  const dialog = await openBooking(page)
  await fieldsOf(dialog).name.fill('Thandi Nkosi')
  await page.keyboard.press('Escape')
  await page.route('**/assets/about-*', (route) => route.fulfill({ status: 404 }))
  // The new release's page refers to files that exist.
  await page.route('**/?view=about', async (route) => {
    await page.unroute('**/assets/about-*')
    await route.continue()
  })
  await page.getByRole('banner').getByRole('link', { name: views.about.name }).click()
  await page.getByRole('alert').getByRole('button', { name: navigation.loadFailed.retry }).click()
  await expect(page).toHaveURL(/view=about/)
  await waitForHydration(page)
  await page.getByRole('banner').getByRole('button', { name: callLabels.short }).click()
  await expect(fieldsOf(page.getByRole('dialog')).name).toHaveValue('Thandi Nkosi')
})

test.describe('page with Global Privacy Control on', () => {
  test('keeps the typed text, and offers the new version, if a view’s file is missing', async ({ page, faults }) => {
    faults.expect(/404|about-|dynamically imported module/)
    await enablePrivacyControl(page)
    await visit(page)
    const dialog = await openBooking(page)
    await fieldsOf(dialog).name.fill('Thandi Nkosi')
    await page.keyboard.press('Escape')
    await page.route('**/assets/about-*', (route) => route.fulfill({ status: 404 }))
    await page.route('**/', (route) => route.fulfill({ body: '<meta name="release" content="newer">' }))
    await page.getByRole('banner').getByRole('link', { name: views.about.name }).click()
    const notice = page.getByRole('alert')
    await expect(notice).toContainText(navigation.outdated.title)
    await expect(heading(page, 'home')).toBeVisible()
    await expect(fieldsOf(await openBooking(page)).name).toHaveValue('Thandi Nkosi')
    await page.keyboard.press('Escape')
    await page.unroute('**/assets/about-*')
    await notice.getByRole('link', { name: navigation.outdated.load }).click()
    await expect(page).toHaveURL(/view=about/)
  })
})
