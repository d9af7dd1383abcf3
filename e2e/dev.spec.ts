import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { Development } from './development.ts'
import { lives } from './terminal.ts'
import { PageFaults } from './test.ts'

const test = base.extend<{ faults: PageFaults }, { development: Development }>({
  development: [
    async ({ browserName }, use) => {
      expect(browserName).toBe('chromium')
      const development = await Development.start()
      await use(development)
      await development.end()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  faults: async ({ context }, use) => {
    const faults = new PageFaults()
    faults.watch(context)
    await use(faults)
    expect(faults.unexpected).toEqual([])
  },
})

test('what is changed is seen at once: words and styles without a reload, the server by a start of its own', async ({
  page,
  development,
  faults,
}) => {
  // The server-rendered dialog is open before hydration, about which React's development build warns.
  faults.expect(/some attributes of the server rendered HTML[\s\S]*open=/)
  faults.expect(/(404|504) \(.*home\.tsx|Failed to reload .*home\.tsx/)
  // The hot-update socket closes at the end.
  faults.expect(/WebSocket|ERR_CONNECTION_REFUSED/)
  test.setTimeout(180_000)
  const { url } = development
  const change = async (file: string, from: string, to: string) => {
    const path = join(development.folder, file)
    const text = await readFile(path, 'utf8')
    expect(text).toContain(from)
    await writeFile(path, text.replace(from, to))
  }

  const answer = await page.goto(url)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+'; style-src 'self' 'nonce-[^']+';/)
  expect(policy).not.toContain('unsafe')
  await page.waitForFunction(() => window.boot?.isReady)
  // A reload loses what was typed.
  await page.getByRole('button', { name: 'Book Call' }).first().click()
  const company = page.getByLabel('Company Name')
  await company.fill('Kept Ltd')

  await change('src/content/navigation.ts', "book: 'Book Call'", "book: 'Book Now'")
  await expect(page.locator('header').getByText('Book Now')).toBeAttached({ timeout: 5000 })
  await change('src/ui/tokens.css', '--bar: 3.75rem', '--bar: 9.75rem')
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bar')))
    .toBe('9.75rem')
  await expect(company).toHaveValue('Kept Ltd')
  // Without script the page has the same words.
  expect(await (await fetch(url)).text()).toContain('Book Now')

  await change('src/server/features/health/routes.ts', "'alive'", "'well'")
  await expect.poll(async () => (await fetch(`${url}/healthz`)).text(), { timeout: 20_000 }).toContain('well')
  await expect(company).toHaveValue('Kept Ltd')

  // A broken file shows an error page, and the page is back when the file is mended.
  await change('src/site/screens/home/home.tsx', 'export function Screen', 'export functio Screen')
  await expect(page.locator('vite-error-overlay')).toBeAttached()
  expect((await fetch(url)).status).toBe(500)
  await change('src/site/screens/home/home.tsx', 'export functio Screen', 'export function Screen')
  await expect.poll(async () => (await fetch(url)).status).toBe(200)

  const postgres = await development.postgres()
  await development.end()
  expect(lives(postgres)).toBe(false)
})
