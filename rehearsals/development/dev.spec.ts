import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { createMember } from '#e2e/desk.ts'
import { codeOf, expectDeskOpen, heading, signIn, typeCode } from '#e2e/desk-sign-in.ts'
import { PageErrors } from '#e2e/test.ts'
import { postBooking } from '#rehearsals/visitors.ts'
import { type DevServer, startDevServer } from './development.ts'
import { isProcessRunning } from './terminal.ts'

const test = base.extend<{ faults: PageErrors }, { development: DevServer }>({
  development: [
    async ({ browserName }, use) => {
      expect(browserName).toBe('chromium')
      const development = await startDevServer()
      await use(development)
      await development.end()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  faults: async ({ context }, use) => {
    const faults = new PageErrors()
    faults.watch(context)
    await use(faults)
    expect(faults.unexpected).toEqual([])
  },
})

const change = async (development: DevServer, file: string, from: string, to: string) => {
  const path = join(development.folder, file)
  const text = await readFile(path, 'utf8')
  expect(text).toContain(from)
  await writeFile(path, text.replace(from, to))
}

const book = async (url: string, row: Record<string, unknown>) => expect((await postBooking(url, row)).status).toBe(201)

test('shows a component state in the gallery, and opens a sent email', async ({ page, development, faults }) => {
  faults.expect(/WebSocket/)
  const { url } = development
  await page.goto(`${url}/gallery/`)
  await page.getByRole('link', { name: 'desk/screens/bookings/bookings' }).click()
  await page.getByRole('link').first().click()
  await expect(page.locator('[data-gallery]')).toBeAttached()
  await expect(page.getByRole('heading').first()).toBeVisible()

  await book(url, { name: 'Mona Mail' })
  const email = page.getByRole('listitem').getByRole('link', { name: /request/i })
  await expect(async () => {
    await page.goto(`${url}/mail/`)
    expect(await email.count()).toBeGreaterThan(0)
  }).toPass()
  await email.first().click()
  await expect(page.frameLocator('iframe').getByText('Mona').first()).toBeVisible()
})

// This test must be last, because it stops the server.
test('runs the desk with live updates, and keeps the page’s state when a text in the source code changes', async ({
  page,
  development,
  faults,
}) => {
  // When an earlier page closes, the browser reports the end of its hot-update socket.
  faults.expect(/WebSocket/)
  // This member has no recovery codes yet.
  faults.expect(/404 .*recovery-codes/)
  test.setTimeout(120_000)
  const { url } = development
  const agent = await createMember({ folder: await development.place(), url }, 'agent')
  await page.goto(`${url}/desk/`)
  await signIn(page, agent)
  await typeCode(page, codeOf(agent.secret, 1))
  await expectDeskOpen(page)
  await page.getByRole('link', { name: 'Bookings' }).click()
  await expect(heading(page, 'Bookings')).toBeVisible()
  const search = page.getByRole('searchbox')
  await search.fill('Arrives')
  await expect(page.getByRole('cell', { name: 'Arrives Ltd' })).toHaveCount(0)

  await book(url, { company: 'Arrives Ltd' })
  await expect(page.getByRole('cell', { name: 'Arrives Ltd' })).toBeVisible({ timeout: 15_000 })

  await change(development, 'src/desk/screens/bookings/bookings.tsx', 'title="Bookings"', 'title="Requests"')
  await expect(heading(page, 'Requests')).toBeVisible()
  await expect(search).toHaveValue('Arrives')
})

test('updates texts and styles without reloading the page, and restarts the server when server code changes', async ({
  page,
  development,
  faults,
}) => {
  // The dialog is already open when React hydrates the page, and React's development build warns about that.
  faults.expect(/some attributes of the server rendered HTML[\s\S]*open=/)
  faults.expect(/(404|500|504) \(.*home\.tsx|Failed to reload .*home\.tsx/)
  // The browser reports the end of the hot-update socket when the server stops.
  faults.expect(/WebSocket|ERR_CONNECTION_REFUSED/)
  test.setTimeout(180_000)
  const { url } = development
  await page.goto(url)
  await page.waitForFunction(() => window.boot?.isReady)
  // A reload would remove this property, but could restore the text in the form.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const isSamePage = () => page.evaluate(() => 'isSamePage' in window)
  await page.getByRole('button', { name: 'Book Call' }).first().click()
  const company = page.getByLabel('Company Name')
  await company.fill('Kept Ltd')

  await change(development, 'src/content/strategy-call.ts', "short: 'Book Call'", "short: 'Book Now'")
  await expect(page.locator('header').getByText('Book Now')).toBeAttached()
  await change(development, 'src/ui/tokens.css', '--bar: 3.75rem', '--bar: 9.75rem')
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bar')))
    .toBe('9.75rem')
  await change(development, 'src/site/app/header.module.css', '.header {', '.header { outline-offset: 7px;')
  await expect(page.locator('header').first()).toHaveCSS('outline-offset', '7px')
  await expect(company).toHaveValue('Kept Ltd')
  expect(await isSamePage()).toBe(true)
  // The HTML that the server sends has the same text.
  expect(await (await fetch(url)).text()).toContain('Book Now')

  await change(development, 'src/server/features/health/routes.ts', "'alive'", "'well'")
  await expect.poll(async () => (await fetch(`${url}/healthz`)).text(), { timeout: 20_000 }).toContain('well')
  await expect(company).toHaveValue('Kept Ltd')
  expect(await isSamePage()).toBe(true)

  // The page shows an error until the broken file is fixed.
  await change(development, 'src/site/screens/home/home.tsx', 'export function Screen', 'export functio Screen')
  await expect(page.locator('vite-error-overlay')).toBeAttached()
  expect((await fetch(url)).status).toBe(500)
  await change(development, 'src/site/screens/home/home.tsx', 'export functio Screen', 'export function Screen')
  await expect.poll(async () => (await fetch(url)).status).toBe(200)

  const postgres = development.postgres()
  // The page reloads automatically after the fix, and the page's requests would fail after the server has stopped.
  await page.goto('about:blank')
  await development.end()
  expect(isProcessRunning(postgres)).toBe(false)
})
