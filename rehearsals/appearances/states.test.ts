import { chromium, expect, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, preview } from 'vite'
import { afterAll, describe, test } from 'vitest'
import type { StateExpectation } from '#shared/lib/sample-states.ts'
import { scopedName } from '#tools/build/scoped-name.ts'
import { findChromium } from '#tools/prepare/find-program.ts'
import { checkAppearances, findOverflow, findUnisolatedText } from './sweep.ts'

const built: InlineConfig = {
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [react()],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: '.cache/gallery',
    emptyOutDir: true,
    target: 'es2023',
    // As in `vite.config.ts`: a rewritten light-dark() would ignore the color scheme of a single element.
    cssTarget: ['chrome125', 'firefox128', 'safari18'],
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: 'tools/gallery/gallery.html' },
  },
  // The files stay the same until the next build, so the browser can cache the code that it compiled.
  preview: { port: 0, host: '127.0.0.1', headers: { 'cache-control': 'max-age=3600' } },
}
await build(built)
const server = await preview(built)
const [local = ''] = server.resolvedUrls?.local ?? []
const gallery = `${local}tools/gallery/gallery.html`

const program = findChromium()
const browser = await chromium.launch({
  ...(program && { executablePath: program }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** All pages are in one context, so that they share the compiled program. */
const phone = await browser.newContext({
  viewport: { width: 390, height: 844 },
  timezoneId: 'Africa/Johannesburg',
  locale: 'en-GB',
  reducedMotion: 'reduce',
})
const pages = await Promise.all([phone.newPage(), phone.newPage()])

const [first] = pages
await first?.goto(gallery)
const rooms = (await first?.evaluate(() => window.gallery.list())) ?? {}

test('finds every folder with gallery states', () => {
  expect(Object.keys(rooms)).toEqual(
    expect.arrayContaining(['desk/app/shell', 'desk/screens/bookings/bookings', 'letters']),
  )
})

// Every state must pass axe, fit the viewport and log no error.
describe.concurrent.each(Object.entries(rooms))('%s', (room, states) => {
  test.each(states)('%s', async (state) => {
    const page = pages.pop()
    if (!page) throw new Error('More tests run at once than there are pages.')
    const faults: string[] = []
    // Browsers log every unsuccessful response.
    page.on('console', (line) => {
      if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) faults.push(line.text())
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    try {
      await page.goto(`${gallery}?${new URLSearchParams({ room, state })}`)
      await page.locator('html[data-gallery]').waitFor({ state: 'attached' })
      expect(faults).toEqual([])
      expect(await checkAppearances(page, room), `${room}/${state}`).toEqual([])
      for (const look of await page.evaluate(() => window.gallery.looks)) await expectLook(page, look)
      expect(await findOverflow(page)).toEqual([])
      expect(faults).toEqual([])
    } finally {
      page.removeAllListeners()
      pages.push(page)
    }
  })
})

/** Checks that the page meets this expectation. */
async function expectLook(page: Page, look: StateExpectation): Promise<void> {
  const [kind, words] = look
  const pressable = page.getByRole('button', { name: words }).or(page.getByRole('link', { name: words }))
  const text = page.getByText(words).filter({ visible: true })
  const field = page.getByLabel(words).first()
  switch (kind) {
    case 'shows':
      return expect(page.getByRole(look[1], { name: look[2] }).first()).toBeVisible()
    case 'counts':
      return expect(page.getByRole(look[1], { name: look[2] })).toHaveCount(look[3])
    case 'says':
      return expect(text.first()).toBeVisible()
    case 'saysNo':
      return expect(text).toHaveCount(0)
    case 'warns':
      return expect(page.getByRole('alert').filter({ hasText: words }).first()).toBeVisible()
    case 'offers':
      return expect(pressable.filter({ visible: true }).first()).toBeEnabled()
    case 'lacks':
      return expect(pressable.filter({ visible: true })).toHaveCount(0)
    case 'holds':
      return expect(field).toHaveValue(look[2])
    case 'faults':
      return expect(field).toHaveAttribute('aria-invalid', 'true')
    case 'isolates':
      return expect(await findUnisolatedText(page, look[1])).toEqual([])
  }
}
