/**
 * Takes the README's screenshot (docs/home.png) of the built site. Run by hand after a visible change:
 * `npx tsx tools/draw/screenshot.ts`.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '#tools/prepare/find-program.ts'
import { RunningServer } from '#tools/testing/run-server.ts'

const folder = await mkdtemp(join(tmpdir(), 'backline-screenshot-'))
const server = new RunningServer({ DATA_DIR: join(folder, 'data') })
await server.start()
const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 840 }, colorScheme: 'light' })
  await page.goto(server.url, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: 'docs/home.png' })
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
