/**
 * Takes the picture that other sites show for a link to ours (public/preview.png) and the README's screenshot
 * (docs/home.png), from the built site. Run by hand after a visible change: `npx tsx tools/draw-preview.ts`.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './find-program.ts'
import { RunningServer } from './run-server.ts'

const folder = await mkdtemp(join(tmpdir(), 'backline-preview-'))
const server = new RunningServer({ DATA_DIR: join(folder, 'data') })
await server.start()
const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
try {
  for (const [file, width, height] of [
    ['public/preview.png', 1200, 630],
    ['docs/home.png', 1280, 840],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' })
    await page.goto(server.url, { waitUntil: 'networkidle' })
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: file })
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
